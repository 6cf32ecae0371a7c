import * as coreLimits from '../../limits/core.ts';
import { createLineFramer } from '../lines/framer.ts';
import { parseText } from '../lines/parse-text.ts';
import type { AgentWires } from './agent-wires.ts';
import { createDocumentCollector } from './document-collector.ts';
import { allForms } from './forms.ts';
import { claimingWire, type WireName } from './wire.ts';

/** Options of `detectWire`. */
export interface DetectOptions {
  /** The agents with known wires. Defaults to ours. */
  agents?: readonly AgentWires[] | undefined;
}

/**
 * Detects the wire of a text from its first lines: the first record that can only belong to one wire decides. Skips
 * noise before it. Returns `unknown` if no wire claims a record.
 *
 * @example
 * import { detectWire } from 'threadline';
 *
 * console.log(detectWire('{"type":"thread.started","thread_id":"0199"}')); // codex-exec
 */
export function detectWire(head: string | Uint8Array, options: DetectOptions = {}): WireName | 'unknown' {
  const wires = allForms(options.agents);
  const framer = createLineFramer();
  const document = createDocumentCollector();
  let records = 0;
  for (const line of [...framer.push(head), ...framer.end()]) {
    const value = document.push(line) ? document.value() : undefined;
    const wire = value && wires.find((candidate) => candidate.document?.recognises(value));
    if (wire) return wire.name;
    const { records: found, list } = parseText(line.text);
    if (found.length === 0) {
      const claiming = wires.find((candidate) =>
        list ? candidate.document?.recognises(list) : candidate.recognisesText?.(line.text),
      );
      if (claiming) return claiming.name;
    }
    for (const record of found) {
      const claiming = claimingWire(record, wires) ?? wires.find((candidate) => candidate.document?.recognises(record));
      if (claiming) return claiming.name;
      records += 1;
      if (records === coreLimits.maxDetectionRecords) return 'unknown';
    }
  }
  return 'unknown';
}
