import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, type ThreadEvent } from 'threadline';

/** A recorded scenario: what was printed by each run, and the session files that they left. */
export interface RecordedScenario {
  /** `1.5.0/s2-shell` */
  name: string;
  requests: number;
  printed: { name: string; bytes: Uint8Array }[];
  kept: { path: string; bytes: Uint8Array }[];
}

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** All shared scenarios of an agent; undefined where they are not on this machine. `pattern` finds session files. */
export function sharedScenarios(agent: string, pattern: string): RecordedScenario[] | undefined {
  const root = join(shared, agent);
  if (!existsSync(root)) return undefined;
  return globSync('*/*/meta.json', { cwd: root })
    .sort()
    .map((path) => {
      const name = path.replace('/meta.json', '');
      const folder = join(root, name);
      const meta: { http_requests?: number } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      const read = (file: string) => readFileSync(join(folder, file));
      const printed = globSync('stdout*.jsonl', { cwd: folder }).sort();
      return {
        name,
        requests: meta.http_requests ?? 0,
        printed: printed.map((file) => ({ name: file, bytes: read(file) })).filter(({ bytes }) => bytes.length > 0),
        kept: globSync(pattern, { cwd: folder })
          .sort()
          .map((file) => ({ path: join(folder, file), bytes: read(file) })),
      };
    });
}

/** The problems and the unknown kinds of a file, and its wire. */
export function readingOf(bytes: Uint8Array): { wire: string; faults: string[]; events: ThreadEvent[] } {
  const reader = createEventReader();
  const faults: string[] = [];
  const events: ThreadEvent[] = [];
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (!outcome.ok) faults.push(outcome.error.code);
    for (const { code, message } of outcome.ok ? outcome.problems : []) faults.push(`${code} ${message}`);
    for (const event of outcome.ok ? outcome.events : []) {
      events.push(event);
      if (event.type === 'unknown') faults.push(`unknown ${event.wire_type}`);
      if ('item' in event && event.item.type === 'unknown') faults.push(`unknown ${event.item.wire_type}`);
    }
  }
  return { wire: reader.wire ?? 'unknown', faults, events };
}

/** Tool items without the call that the model wrote, and events of a request without its id. */
export function unnamedCalls(events: readonly ThreadEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'token_count' && event.request_id === undefined) return ['token_count'];
    if (!('item' in event)) return [];
    const { item } = event;
    const isSaid = item.type === 'agent_message' || item.type === 'reasoning';
    const isTool = 'status' in item && item.call !== undefined;
    if ((isSaid || isTool) && event.request_id === undefined) return [`${item.type} without its request`];
    const isAsked = item.type === 'tool_call' || item.type === 'mcp_tool_call' || item.type === 'file_change';
    return isAsked && item.call === undefined ? [`${item.type} without its call`] : [];
  });
}
