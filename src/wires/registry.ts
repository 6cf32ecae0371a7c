import type { JsonObject } from '../lines/json.ts';
import { codexExec } from './codex-exec/wire.ts';
import { codexLegacy } from './codex-legacy/wire.ts';
import { codexRollout } from './codex-rollout/wire.ts';
import type { Wire, WireName } from './wire.ts';

/** Every dialect, in the order in which they are asked. A new one is one folder and one line here. */
export const wires: readonly Wire[] = [codexExec, codexLegacy, codexRollout];

export function findWire(name: WireName): Wire {
  const wire = wires.find((candidate) => candidate.name === name);
  if (!wire) throw new TypeError(`no such wire: ${name}`);
  return wire;
}

/** The dialect that a record can only be of, if there is one. */
export function recognise(record: JsonObject): Wire | undefined {
  return wires.find((wire) => wire.recognises(record));
}
