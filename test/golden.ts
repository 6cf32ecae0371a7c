import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares a text with the reviewed one in test/golden. `UPDATE_GOLDEN=1 npm test` writes it anew; read the difference
 * line by line before you commit it.
 */
export function expectGolden(name: string, text: string): void {
  const path = fileURLToPath(new URL(`./golden/${name}`, import.meta.url));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  expect(existsSync(path), `${name} is missing`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
