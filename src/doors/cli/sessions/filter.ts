import { basename, resolve } from 'node:path';
import { parseTime } from '../../../core/thread/time.ts';
import { isBelow } from '../../../core/tools/path-below.ts';
import { agentStores, type SessionInfo } from '../../../machine/sessions/index.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { sessionKey } from './session-usages.ts';

/** The sessions to list. Absent fields filter nothing. */
export interface SessionFilter {
  agent?: string | undefined;
  /** A folder with everything below it, or the name of a folder. */
  project?: string | undefined;
  /** Milliseconds since 1970. */
  since?: number | undefined;
  until?: number | undefined;
  /** On a server: the machine that wrote it. */
  machine?: string | undefined;
  /** Text in the title, the first text or, if an archive knows it, in what was said; ignoring case. */
  grep?: string | undefined;
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Parses a date or a time in the local zone, or how long ago: `36h`, `7d`, `2w`. */
export function parseSince(text: string | undefined, now = Date.now(), command = 'sessions'): number | undefined {
  return parseWhen('--since', text, now, 'T00:00', command);
}

/** The same. A date alone covers that whole day. */
export function parseUntil(text: string | undefined, now = Date.now(), command = 'sessions'): number | undefined {
  return parseWhen('--until', text, now, 'T23:59:59.999', command);
}

function parseWhen(
  option: string,
  text: string | undefined,
  now: number,
  timeOfDay: string,
  command: string,
): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (UNITS[unit] ?? 0);
  // A date alone would be read as UTC.
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.length === 10 ? text + timeOfDay : text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw usageError(`${option} takes a date such as 2026-11-15, or 36h, 7d, 2w, not '${text}'`, command);
}

/** True if a session is wanted. `saidIn` holds those in which the text was said, by `agent:ID`. */
export function createSessionFilter(
  filter: SessionFilter,
  saidIn: ReadonlySet<string> = new Set(),
): (info: SessionInfo) => boolean {
  const { agent, project, since, until } = filter;
  const isInProject = project === undefined ? () => true : isBelow(resolve(project));
  const text = filter.grep === undefined ? undefined : plain(filter.grep);
  return (info) => {
    const updatedAt = parseTime(info.updatedAt) ?? 0;
    return (
      (agent === undefined || info.agent === agent) &&
      (isInProject(info.cwd) || basename(info.cwd ?? '') === project) &&
      (since === undefined || updatedAt >= since) &&
      (until === undefined || updatedAt <= until) &&
      (text === undefined ||
        saidIn.has(sessionKey(info)) ||
        [info.title, info.firstPrompt].some((given) => plain(given ?? '').includes(text)))
    );
  };
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
