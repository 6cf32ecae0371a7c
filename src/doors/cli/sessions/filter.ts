import { parseTime } from '../../../core/thread/time.ts';
import { isBelow } from '../../../core/tools/path-below.ts';
import { isSameTag } from '../../../machine/sessions/annotations/annotation.ts';
import { agentStores, type SessionInfo, type SessionStatus } from '../../../machine/sessions/index.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { sessionKey } from './session-usages.ts';

/** The sessions to list. Absent fields filter nothing. */
export interface SessionFilter {
  agent?: string | undefined;
  /** Folders, each with everything below it. */
  projects?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  since?: number | undefined;
  until?: number | undefined;
  /** The model, or the beginning of its name. */
  model?: string | undefined;
  /** What it does. Only known once its end was read. */
  status?: SessionStatus | undefined;
  /** On a server: the machine that wrote it. */
  machine?: string | undefined;
  /** Text in the title, the first text or, if an archive knows it, in what was said; ignoring case. */
  grep?: string | undefined;
  /** Only those that a person marked, or gave all of these tags. */
  starred?: boolean | undefined;
  tags?: readonly string[] | undefined;
}

/** True if a session is wanted. `saidIn` holds those in which the text was said, by `agent:ID`. */
export function createSessionFilter(
  filter: SessionFilter,
  saidIn: ReadonlySet<string> = new Set(),
): (info: SessionInfo) => boolean {
  const { agent, model, projects, since, until, starred = false, tags = [] } = filter;
  const folders = projects?.map(isBelow);
  const text = filter.grep === undefined ? undefined : plain(filter.grep);
  return (info) => {
    const updatedAt = parseTime(info.updatedAt) ?? 0;
    return (
      (agent === undefined || info.agent === agent) &&
      (model === undefined || info.model?.startsWith(model) === true) &&
      (folders === undefined || folders.some((isInFolder) => isInFolder(info.cwd))) &&
      (since === undefined || updatedAt >= since) &&
      (until === undefined || updatedAt <= until) &&
      (!starred || info.starred === true) &&
      tags.every((tag) => info.tags?.some((own) => isSameTag(own, tag))) &&
      (text === undefined ||
        saidIn.has(sessionKey(info)) ||
        [info.title, info.firstPrompt, info.note, ...(info.tags ?? [])].some((given) =>
          plain(given ?? '').includes(text),
        ))
    );
  };
}

const STATUSES: readonly SessionStatus[] = ['working', 'waiting', 'failed', 'done'];

/** Parses `--status`. */
export function parseStatus(command: string, text: string | undefined): SessionStatus | undefined {
  const status = STATUSES.find((name) => name === text);
  if (text === undefined || status) return status;
  throw usageError(`--status takes ${STATUSES.join(', ')}, not '${text}'${didYouMean(text, STATUSES)}`, command);
}

/** Refuses the name of an unknown agent. */
export function refuseUnknownAgent(
  command: string,
  name: string | undefined,
  agents: readonly { name: string }[] = agentStores,
): void {
  const known = agents.map((agent) => agent.name);
  if (name === undefined || known.includes(name)) return;
  throw usageError(`no agent is called '${name}'${didYouMean(name, known)}; there are: ${known.join(', ')}`, command);
}

/** The text as in a row: line breaks and case do not matter. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}
