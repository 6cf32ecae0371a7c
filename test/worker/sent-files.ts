import { relative } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { RawSource, RawStore } from 'threadline/archive';
import { createHomeTitles } from '../../src/fleet/collect/home-titles.ts';
import { foldSource } from '../../src/fleet/jobs/fold-source.ts';
import { failJob, takeJob } from '../../src/fleet/jobs/jobs.ts';
import { announceJobs } from '../../src/fleet/postgres/backlog.ts';
import { createPostgresRawStore } from '../../src/fleet/postgres/postgres-raw-store.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { sourceOf } from '../../src/machine/sessions/source-of.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import type { TestArchive } from '../postgres/archive.ts';

export const codexSource = (id: string, more: Partial<RawSource> = {}): RawSource => ({
  agent: 'codex',
  home: '/home/user/.codex',
  path: `sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`,
  generation: 'first',
  mode: 'full',
  ...more,
});

/** A machine that sends: what a collector would, without one. */
export interface SendingMachine {
  tenant: number;
  id: string;
  store: RawStore;
  /** Sends what is to stand behind what is there; gives the source's id. */
  send(source: RawSource, text: string | Uint8Array): Promise<string>;
}

export async function sendingMachine(
  archive: Pick<TestArchive, 'database' | 'createMachine'>,
  tenant: number,
  name: string,
): Promise<SendingMachine> {
  const id = await archive.createMachine(tenant, name);
  const store = createPostgresRawStore(archive.database, { tenant, machine: id });
  return {
    tenant,
    id,
    store,
    async send(source, text) {
      const [opened] = await store.open([source]);
      if (!opened) throw new Error('the store gives no head');
      let start = opened.head;
      for (const piece of wholeLines(Buffer.from(text))) {
        const packed = zstdCompressSync(piece);
        const appended = await store.append(opened.id, {
          start,
          size: piece.length,
          packed,
          redaction: '',
          marker: 'm',
        });
        if (appended === undefined || appended === 'forgotten' || !appended.ok) throw new Error('not appended');
        start = appended.head;
      }
      await announceJobs(archive.database);
      return opened.id;
    },
  };
}

const PIECE = 256 * 1024;
const LINE_FEED = 10;

function* wholeLines(bytes: Buffer): Generator<Buffer> {
  const whole = bytes.at(-1) === LINE_FEED ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
  for (let start = 0; start < whole.length; ) {
    const last = whole.lastIndexOf(LINE_FEED, start + PIECE);
    const end = (last >= start ? last : whole.indexOf(LINE_FEED, start)) + 1;
    yield whole.subarray(start, end);
    start = end;
  }
}

/** Sends all sessions of a home, as they are named there, with the titles that stand beside them. */
export async function sendHome(machine: SendingMachine, home: string, name = home): Promise<void> {
  const files = findFiles({ homes: [home] });
  const titles = createHomeTitles();
  // The oldest first, as agents wrote them.
  for (const file of files.reverse()) {
    const path = relative(home, file.path).replace(/\.zst$/, '');
    const agent = file.agent?.name ?? '';
    const title = titles.of({ agent, home, path });
    const source: RawSource = { agent, home: name, path, generation: 'first', mode: 'full', project: file.cwd };
    await machine.send(title === undefined ? source : { ...source, title }, await plainBytes(file));
  }
}

async function plainBytes(file: SessionFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of sourceOf(file).read()) parts.push(Uint8Array.from(chunk));
  return Buffer.concat(parts);
}

/** Folds all that was asked for, as one worker would, without waiting for anything to be due. Gives what failed. */
export async function foldAll({ database }: Pick<TestArchive, 'database'>): Promise<string[]> {
  const problems: string[] = [];
  for (;;) {
    await database.transaction({ role: 'owner' }, (queries) => queries.run('update job set due = now()'));
    const job = await takeJob(database);
    if (!job) return problems;
    try {
      await foldSource(database, job);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push(message);
      await failJob(database, job, message);
    }
  }
}
