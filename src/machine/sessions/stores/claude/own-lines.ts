import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RepeatedLine } from '../../../../core/wires/wire.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { lastBytes } from '../../read-tail.ts';
import { sessionFolder } from './spilled-output.ts';

/** The ids in a sub-agent's own file, as they were when it had this size. */
interface OwnIds {
  size: number;
  ids: ReadonlySet<string>;
}

const AGENT = /^[\w-]{1,64}$/;
const IDS = /"(uuid|id|tool_use_id)":\s?"([^"\\]{1,200})"/g;

/**
 * Sub-agents have files of their own from 2.0.77 on, and up to about 2.1.81 the session's file repeats their lines too. Those
 * that the own file has are read there. It may be missing, or end early.
 */
export function ownLines(realPath: string): (line: RepeatedLine) => boolean {
  const known = new Map<string, OwnIds>();
  return ({ threadId, uuid, calls, results }) => {
    if (!AGENT.test(threadId)) return false;
    const file = [join(sessionFolder({ realPath }), 'subagents'), dirname(realPath)]
      .flatMap((folder) => ['', '.zst'].map((end) => join(folder, `agent-${threadId}.jsonl${end}`)))
      .map((path) => ({ path, size: sizeOf(path) }))
      .find(({ size }) => size > 0);
    if (!file) return false;
    // One that is packed was complete when it was packed.
    if (file.path.endsWith('.zst')) return true;
    const before = known.get(threadId);
    const own = before?.size === file.size ? before : { size: file.size, ids: idsIn(file.path) };
    known.set(threadId, own);
    if (uuid !== undefined && own.ids.has(`uuid ${uuid}`)) return true;
    const named = [...calls.map((id) => `id ${id}`), ...results.map((id) => `tool_use_id ${id}`)];
    return named.length > 0 && named.every((id) => own.ids.has(id));
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function idsIn(path: string): Set<string> {
  try {
    const text = lastBytes(path, machineLimits.maxOwnLinesBytes)?.toString('latin1') ?? '';
    return new Set(Array.from(text.matchAll(IDS), ([, name, id]) => `${name} ${id}`));
  } catch {
    return new Set();
  }
}
