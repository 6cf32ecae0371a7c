import { limits } from '../limits.ts';
import { createLineFramer } from '../lines/framer.ts';
import { parseText } from '../lines/parse-text.ts';
import { recognise } from './registry.ts';
import type { WireName } from './wire.ts';

/**
 * Names the dialect of a text by its first lines; noise before them does not mislead it. Objects that have a type but
 * belong to no known dialect are taken for `codex-exec`, whose newer kinds look like that.
 */
export function detectWire(head: string | Uint8Array): WireName | 'unknown' {
  const framer = createLineFramer();
  let records = 0;
  let typed = false;
  for (const line of [...framer.push(head), ...framer.end()]) {
    for (const record of parseText(line.text).records) {
      const wire = recognise(record);
      if (wire) return wire.name;
      typed ||= typeof record.type === 'string';
      records += 1;
      if (records === limits.maxDetectionRecords) return typed ? 'codex-exec' : 'unknown';
    }
  }
  return typed ? 'codex-exec' : 'unknown';
}
