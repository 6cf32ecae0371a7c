import type { JsonObject } from '../../../../core/lines/json.ts';
import type { History } from '../../history.ts';
import type { SessionProblem } from '../../problem.ts';
import { readHead } from '../../session-head.ts';
import { type FilesAround, normaliseId, type SessionFile } from '../../store.ts';

/** Follows `history_base`, the rollout id of another file, from file to file. A missing file is a problem. */
export async function findHistory(
  file: SessionFile,
  base: JsonObject | undefined,
  filesAround: FilesAround,
): Promise<History> {
  const history: History = { parts: [], problems: [] };
  if (!base) return history;
  const visited = new Set([file.realPath]);
  let child = file;
  for (let next: JsonObject | undefined = base; next; ) {
    const id = typeof next.thread_id === 'string' ? normaliseId(next.thread_id) : '';
    const parent = (await filesAround(id)).find((candidate) => candidate.rolloutId === id);
    if (!parent || visited.has(parent.realPath)) {
      history.problems.push(brokenHistory(child, id, parent !== undefined));
      return history;
    }
    visited.add(parent.realPath);
    const { end_ordinal_exclusive: endOrdinal, end_byte_offset: endOffset } = next;
    history.parts.unshift({ file: parent, endOrdinal: numberOf(endOrdinal), endOffset: numberOf(endOffset) });
    const head = await readHead(parent, { onlyIdentity: true });
    history.problems.push(...head.problems);
    next = head.started?.history_base;
    child = parent;
  }
  return history;
}

function brokenHistory(child: SessionFile, id: string, isCycle: boolean): SessionProblem {
  return isCycle
    ? { code: 'history-cycle', message: `the file goes on from ${id}, which goes on from it`, path: child.path }
    : {
        code: 'missing-history',
        message: `the file goes on from ${id || 'a file without an id'}, which is not there`,
        path: child.path,
      };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
