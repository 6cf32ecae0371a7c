import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunFailure } from '../../run-result.ts';

/** Writes a schema to a file of its own, in a folder that only this user can read. */
export function createOutputSchemaFile(schema: string): { path: string; remove(): void } {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-schema-'));
    const path = join(folder, 'schema.json');
    writeFileSync(path, schema, { mode: 0o600 });
    return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    throw new RunFailure('write-failed', `the output schema cannot be written: ${error}`, error);
  }
}
