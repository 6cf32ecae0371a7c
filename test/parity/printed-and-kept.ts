import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEventReader, createMessageBuilder, type ThreadEvent } from '../../src/index.ts';
import { sourceOf } from '../../src/machine/sessions/source-of.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';

/** Something said, thought, called or answered, by which a run as it was printed is found again in what was kept. */
export interface PrintedBlock {
  kind: 'prompt' | 'text' | 'thinking' | 'call' | 'result';
  /** The words; of a call its name and input. */
  body: string;
  /** The id of the call, or of the message that holds the words. */
  id: string;
}

/** A run as it was printed, and all sessions that the scenario left. */
export interface PrintedRun {
  /** `1.52.0/s2-shell/stdout.jsonl` */
  name: string;
  agent: string;
  version: string;
  events: ThreadEvent[];
  blocks: PrintedBlock[];
  kept: PrintedBlock[];
}

/** Where agents keep their sessions below a recording's folder `session`. */
const HOMES = ['', '/.*', '/.pi/agent', '/.cline/data', '/.local/share/*'];

/** All runs below a folder of recordings whose sessions were recorded too, ACP as well as an agent's own stream. */
export async function printedRuns(recordings: string, agent: string): Promise<PrintedRun[]> {
  const root = join(recordings, agent);
  const runs: PrintedRun[] = [];
  for (const scenario of globSync('*/*', { cwd: root }).sort()) {
    const folder = join(root, scenario);
    if (!existsSync(join(folder, 'session'))) continue;
    const kept = await keptBlocks(folder, agent);
    for (const [index, file] of globSync('stdout*.jsonl', { cwd: folder }).sort().entries()) {
      if (isKeptElsewhere(folder, agent, index)) continue;
      const events = eventsOf(readFileSync(join(folder, file)));
      const version = scenario.split('/')[0] ?? '';
      runs.push({ name: `${scenario}/${file}`, agent, version, events, blocks: blocksOf(events), kept });
    }
  }
  return runs;
}

/** Up to 0.30 `pi --session NAME` writes a file of that name into the project, which the recordings have not. */
function isKeptElsewhere(folder: string, agent: string, run: number): boolean {
  if (agent !== 'pi' || !folder.includes('/pi/0.30.')) return false;
  const meta: { runs?: { argv?: string[] }[] } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
  return meta.runs?.[run]?.argv?.includes('--session') ?? false;
}

async function keptBlocks(folder: string, agent: string): Promise<PrintedBlock[]> {
  const homes = HOMES.flatMap((pattern) => globSync(`session${pattern}`, { cwd: folder })).map((home) =>
    join(folder, home),
  );
  const files = agentStores
    .filter(({ name }) => name === agent)
    .flatMap((store) => homes.flatMap((path) => [...store.store.scan({ path, realPath: path }, store, () => {})]));
  const blocks: PrintedBlock[] = [];
  for (const file of new Map(files.map((each) => [each.path, each])).values()) {
    const chunks: Uint8Array[] = [];
    // A reader may fill the same bytes again.
    for await (const chunk of sourceOf(file).read()) chunks.push(Uint8Array.from(chunk));
    blocks.push(...blocksOf(eventsOf(Buffer.concat(chunks))));
  }
  return blocks;
}

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** In order. Notices are not part of a conversation. */
function blocksOf(events: readonly ThreadEvent[]): PrintedBlock[] {
  const builder = createMessageBuilder();
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.flatMap(({ role, content, id }) =>
    role === 'system'
      ? []
      : content.flatMap((block): PrintedBlock[] => {
          if (block.type === 'text') return [{ kind: role === 'user' ? 'prompt' : 'text', body: block.text, id }];
          if (block.type === 'thinking') return [{ kind: 'thinking', body: block.thinking, id }];
          if (block.type === 'tool_result') return [{ kind: 'result', body: block.content, id: block.tool_use_id }];
          if (block.type !== 'tool_use') return [];
          return [{ kind: 'call', body: `${block.name} ${JSON.stringify(block.input)}`, id: block.id }];
        }),
  );
}

/** The blocks of a run that no kept session has. Calls and results have to have the same ids, too. */
export function missingBlocks({ blocks, kept }: PrintedRun): PrintedBlock[] {
  const found = new Set(kept.map(keyOf));
  return blocks.filter((block) => !found.has(keyOf(block)));
}

/** The texts and thoughts that are kept, but under another id only. */
export function renamedBlocks({ blocks, kept }: PrintedRun): PrintedBlock[] {
  const found = new Set(kept.map(keyOf));
  const ids = new Set(kept.map((block) => `${keyOf(block)} ${block.id}`));
  return blocks.filter(
    (block) =>
      (block.kind === 'text' || block.kind === 'thinking') &&
      found.has(keyOf(block)) &&
      !ids.has(`${keyOf(block)} ${block.id}`),
  );
}

function keyOf({ kind, body, id }: PrintedBlock): string {
  return kind === 'call' || kind === 'result' ? `${kind} ${id} ${body}` : `${kind} ${body}`;
}
