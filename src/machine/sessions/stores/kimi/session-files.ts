import { basename, dirname, join } from 'node:path';
import { isObject, type JsonObject, parseObject } from '../../../../core/lines/json.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { lastBytes } from '../../read-tail.ts';
import type { AgentNote, SessionFile } from '../../store.ts';
import { placeOf } from './name.ts';

/** `state.json` of a session: its title, its working folder, its agents. Empty if it cannot be read. */
function readState(session: string): JsonObject {
  return parseObject(smallFile(join(session, 'state.json'))) ?? {};
}

/** The working folders of all sessions of a home, by id. */
export function workFolders(home: string): Map<string, string> {
  const folders = new Map<string, string>();
  for (const line of smallFile(join(home, 'session_index.jsonl'), machineLimits.maxTitleIndexBytes).split('\n')) {
    const { sessionId, workDir } = parseObject(line) ?? {};
    if (typeof sessionId === 'string' && typeof workDir === 'string') folders.set(sessionId.toLowerCase(), workDir);
  }
  return folders;
}

/** The working folder of one session, whose folder lies two below the one of all. */
export function workFolder(session: string): string | undefined {
  const { cwd, workDir = cwd } = readState(session);
  if (typeof workDir === 'string') return workDir;
  return workFolders(dirname(dirname(dirname(session)))).get(basename(session).toLowerCase());
}

/** The title of a session, unless it only repeats the prompt. */
export function titleOf(session: string): string | undefined {
  const { title, lastPrompt, isCustomTitle } = readState(session);
  if (typeof title !== 'string' || title.trim() === '') return undefined;
  return isCustomTitle === false && lastPrompt !== undefined ? undefined : title;
}

/** The call that started a sub-agent, from the wire of the agent above it: a line of its own, or the words of a result. */
export function readAgentNote({ realPath }: SessionFile): AgentNote {
  const place = placeOf(realPath);
  if (!place) return {};
  const { agents } = readState(place.session);
  const own = isObject(agents) ? agents[place.agent] : undefined;
  const above = isObject(own) && typeof own.parentAgentId === 'string' ? own.parentAgentId : 'main';
  const text = smallFile(
    join(place.session, 'agents', basename(above), 'wire.jsonl'),
    machineLimits.maxTitleIndexBytes,
  );
  for (const line of text.split('\n')) {
    if (!line.includes(place.agent)) continue;
    const note = noteIn(parseObject(line) ?? {}, place.agent);
    if (note) return note;
  }
  return {};
}

function noteIn(
  { type, subagentId, parentToolCallId, description, event }: JsonObject,
  agent: string,
): AgentNote | undefined {
  if (type === 'subagent.spawned' && subagentId === agent && typeof parentToolCallId === 'string') {
    return { callId: parentToolCallId, ...(typeof description === 'string' && { title: description }) };
  }
  if (!isObject(event) || event.type !== 'tool.result' || typeof event.toolCallId !== 'string') return undefined;
  const output = isObject(event.result) ? event.result.output : undefined;
  const isIts = typeof output === 'string' && output.startsWith(`agent_id: ${agent}\n`);
  return isIts ? { callId: event.toolCallId } : undefined;
}

/** The text of a file that may be missing. Of a longer one, the end. */
function smallFile(path: string, most: number = machineLimits.maxTitleLineBytes): string {
  try {
    return lastBytes(path, most)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}
