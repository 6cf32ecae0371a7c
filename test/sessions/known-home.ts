import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFoundFiles } from '../../src/doors/cli/sessions/found-files.ts';
import { createStatuses } from '../../src/doors/cli/sessions/listed-statuses.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import type { SessionInfo } from '../../src/machine/sessions/index.ts';
import {
  createKnownSessions,
  type KnownSessions,
  type KnownStore,
} from '../../src/machine/sessions/known/known-sessions.ts';
import { eachSession } from '../../src/machine/sessions/list-sessions.ts';
import { readFoundRows } from '../../src/machine/usage/found-usage.ts';
import { readHomeRows } from '../../src/machine/usage/home-usage.ts';
import { countAlongside } from '../../src/machine/usage/known-usage.ts';
import type { UsageRow } from '../../src/machine/usage/usage-row.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** A home with sessions of three agents. */
export function fillHome(home: string): void {
  for (const version of ['0.166.0/s2-shell', '0.145.0/s3-patch', '0.145.0/s12-fork-1-fork', '0.149.0/s6-mcp'])
    addRollout(home, join(fixtures, 'codex', version, 'rollout.jsonl'));
  for (const session of ['claude/2.0.10/s4', 'claude/2.0.10/s3', 'gemini/0.52.0/s18', 'gemini/0.52.0/s5'])
    cpSync(join(fixtures, session, 'session'), home, { recursive: true });
}

function addRollout(home: string, from: string): void {
  const text = readFileSync(from, 'utf8');
  const id = /"id":"([^"]+)"/.exec(text)?.[1] ?? '';
  const path = join(home, 'sessions/2026/11/15', `rollout-2026-11-15T07-08-38-${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The session files of a home. */
export function sessionFiles(home: string): string[] {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.jsonl?$/.test(name) && !name.endsWith('projects.json'))
    .map((name) => join(home, name))
    .sort();
}

/** What may happen to a file. Each leaves a file that differs. */
export const changes: readonly ((path: string) => void)[] = [
  (path) =>
    appendFileSync(
      path,
      '{"timestamp":"2026-11-15T09:00:00.000Z","type":"event_msg","payload":{"type":"task_started","turn_id":"x"}}\n',
    ),
  (path) => truncateSync(path, Math.floor(lstatSync(path).size / 2)),
  /** Of the same size, and with the time that it had. */
  (path) => {
    const { atime, mtime } = lstatSync(path);
    const text = readFileSync(path, 'latin1');
    writeFileSync(path, text.replaceAll('hello', 'HELLO').replaceAll('"input_tokens":1', '"input_tokens":2'), 'latin1');
    utimesSync(path, atime, mtime);
  },
  (path) => utimesSync(path, new Date('2001-02-03'), new Date('2001-02-03')),
  (path) => utimesSync(path, new Date('2099-02-03'), new Date('2099-02-03')),
  (path) => rmSync(path),
  (path) => writeFileSync(path, ''),
  (path) => writeFileSync(path, 'no session at all\n'),
];

/** Knows what a store keeps, `later` milliseconds from now: files are then old enough to be kept. */
export function knownAt(store: () => KnownStore | undefined, later: number, version = '1'): KnownSessions {
  return createKnownSessions(store, { version, now: () => Date.now() + later });
}

/** All that a list says of a home: sessions, statuses, requests. */
export async function listed(home: string, known?: KnownSessions): Promise<string> {
  const problems: unknown[] = [];
  const options = { homes: [home], onProblem: (problem: unknown) => problems.push(problem) };
  const files = findFiles(options);
  const alongside = known && countAlongside(known);
  const infos: SessionInfo[] = [];
  for await (const info of eachSession({ ...options, turns: true, known, files, alongside })) infos.push(info);
  const statuses = createStatuses({ homes: [home] }, createFoundFiles(files), known);
  const told: (string | undefined)[] = [];
  for (const info of infos) told.push(await statuses.of(info));
  const rows: UsageRow[] = [];
  const add = (row: UsageRow) => rows.push(row);
  if (known) await readFoundRows(files, known, add);
  else await readHomeRows({ homes: [home] }, add);
  known?.end(files);
  return JSON.stringify({ infos, told, rows, problems }, null, 1);
}
