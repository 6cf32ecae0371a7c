import { isObject, parseObject } from '../../../../core/lines/json.ts';
import type { ItemEvent } from '../../../../core/thread/event.ts';
import { readStart } from '../../read-start.ts';
import type { AgentNote, SessionFile } from '../../store.ts';

/** A note is a few hundred bytes. */
const MOST_BYTES = 64 * 1024;

/** `agent-<id>.meta.json` beside the file of a sub-agent (2.1.75 and later) names the call from about 2.1.240 on. */
export function readAgentNote({ realPath }: SessionFile): AgentNote {
  const path = realPath.replace(/\.jsonl(?:\.zst)?$/i, '.meta.json');
  const { toolUseId, description } = parseObject(readStart(path, MOST_BYTES)) ?? {};
  const note: AgentNote = {};
  if (typeof toolUseId === 'string' && toolUseId !== '') note.callId = toolUseId;
  if (typeof description === 'string' && description.trim() !== '') note.title = description;
  return note;
}

/** The CLI's own record of a call names the agent that it started (2.0.77 and later). */
export function startedThreads({ extra }: ItemEvent): string[] {
  const result = extra?.toolUseResult;
  return isObject(result) && typeof result.agentId === 'string' ? [result.agentId] : [];
}
