import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { agentWires } from '../../src/core/wires/registry.ts';
import { createAtifWriter } from '../../src/core/writers/atif/atif-writer.ts';
import { sharedRecordings } from '../fixtures.ts';

const shared = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const validator = `${shared}/standards/atif-validate.mjs`;

type Validate = (document: unknown) => { errors: string[] };

/** Undefined for a file that no wire reads. */
function atifOf(bytes: Uint8Array): string | undefined {
  const reader = createEventReader();
  const writer = createAtifWriter();
  for (const outcome of [...reader.push(bytes), ...reader.end()]) writer.push(outcome);
  return reader.wire === 'unknown' ? undefined : writer.end().join('');
}

describe.skipIf(!existsSync(validator))('trajectories of all recordings', () => {
  it.each(agentWires.map(({ name }) => name))('%s: they are valid, and come back byte for byte', async (agent) => {
    const { validate } = (await import(pathToFileURL(validator).href)) as { validate: Validate };
    const recordings = sharedRecordings('*/*/**/*.{json,jsonl}', agent) ?? [];
    let written = 0;
    const broken = recordings.flatMap(({ name, bytes }) => {
      const text = atifOf(bytes);
      if (text === undefined) return [];
      written += 1;
      const [error] = validate(JSON.parse(text)).errors;
      if (error !== undefined) return [`${name}: ${error}`];
      return atifOf(new TextEncoder().encode(text)) === text ? [] : [`${name}: not the same`];
    });
    expect(broken).toEqual([]);
    expect(written).toBeGreaterThan(0);
  });
});
