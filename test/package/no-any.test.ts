import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The code of a declaration: no comments, and no texts, in which the word stands for itself. */
function codeOf(declaration: string): string {
  const words = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return declaration.replace(words, (word) => (/^["'`]/.test(word) ? "''" : ''));
}

/** The places at which a declaration gives up on types. */
const anysIn = (declaration: string) => codeOf(declaration).match(/^.*\bany\b.*$/gm) ?? [];

describe('the published types', () => {
  it('have no any, written or inferred', () => {
    const paths = globSync('**/*.d.ts', { cwd: dist });
    expect(paths.length).toBeGreaterThan(100);
    const found = paths.flatMap((path) =>
      anysIn(readFileSync(`${dist}${path}`, 'utf8')).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['export declare const a: any[];', 1],
    ['export declare function f(x: unknown): Promise<any>;', 1],
    ['/** any */ export declare const b: "any"; // any', 0],
    ['export interface Company { anything: unknown }', 0],
  ])('%s', (declaration, count) => {
    expect(anysIn(declaration)).toHaveLength(count);
  });
});
