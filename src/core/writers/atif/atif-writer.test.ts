import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../../test/fixtures.ts';
import { checkDocument } from '../../wires/atif/check-document.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import type { WriterOptions } from '../writer.ts';
import { createAtifWriter } from './atif-writer.ts';

const fixtures = fileURLToPath(new URL('../../../../test/fixtures/atif', import.meta.url));

function atifOf(bytes: Uint8Array | string, options?: WriterOptions): string {
  const reader = createEventReader();
  const writer = createAtifWriter(options);
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  for (const outcome of [...reader.push(data), ...reader.end()]) writer.push(outcome);
  return writer.end().join('');
}

describe('a trajectory', () => {
  it.each([{ all: false }, { all: true }, { flat: true }])(
    'of every recording keeps the rules of the format: %o',
    (options) => {
      const broken = everyRecording().flatMap(({ name, bytes }) => {
        const { errors } = checkDocument(JSON.parse(atifOf(bytes, options)));
        return errors.length > 0 ? [`${name}: ${errors[0]}`] : [];
      });
      expect(broken).toEqual([]);
    },
  );

  it('that we wrote is read and written again byte for byte', () => {
    const changed = everyRecording().flatMap(({ name, bytes }) => {
      const written = atifOf(bytes);
      return atifOf(written) === written ? [] : [name];
    });
    expect(changed).toEqual([]);
  });

  it.each(globSync('*/*/session/*.json', { cwd: fixtures }))('of others keeps all but its version: %s', (path) => {
    const text = readFileSync(`${fixtures}/${path}`, 'utf8');
    expect(JSON.parse(atifOf(text))).toEqual({ ...JSON.parse(text), schema_version: 'ATIF-v1.7' });
  });

  it('of a session without a step has one that says so', () => {
    expect(JSON.parse(atifOf(''))).toMatchObject({ steps: [{ step_id: 1, source: 'system' }] });
  });
});
