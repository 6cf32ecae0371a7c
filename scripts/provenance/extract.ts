// Takes transcripts that Entire keeps in a repository out of it, and the commits that name them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface TruthCommit {
  commit: string;
  at: number;
  author: string;
  /** Sessions that the commit names. */
  linked: string[];
}

export interface Truth {
  commits: TruthCommit[];
  sessions: Map<string, string>;
}

interface StoredFile {
  checkpoint: string;
  number: string;
  name: string;
  blob: string;
}

const MOST_BYTES = 2 ** 30;
const BRANCH = 'refs/heads/entire/checkpoints/v1';

function gitIn(repository: string) {
  const environment = { ...process.env, GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
  return (...args: string[]): Buffer =>
    execFileSync('git', ['-C', repository, ...args], {
      maxBuffer: MOST_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environment,
    });
}

/** Every path that the repository ever had. Git stops where a mirror lacks a tree: what it told until then counts. */
export function pathsOf(repository: string): Set<string> {
  const args = ['-C', repository, 'log', '--all', '--format=', '--name-only', '-z'];
  const { stdout } = spawnSync('git', args, { maxBuffer: MOST_BYTES, encoding: 'utf8' });
  return new Set(stdout.split('\0'));
}

/** The transcripts by session, each the union of its stored copies, and the commits with the sessions that they name. */
export function extractTruth(repository: string): Truth {
  const git = gitIn(repository);
  const read = (blob: string): string | undefined => {
    try {
      return git('cat-file', 'blob', blob).toString('utf8');
    } catch {
      return undefined;
    }
  };
  const copies = new Map<string, Set<string>>();
  const linked = new Map<string, Set<string>>();
  for (const [key, files] of byCheckpoint(storedFiles(git))) {
    const [checkpoint = '', number] = key.split('/');
    const metadata = files.get('metadata.json');
    const id = number === '-' || metadata === undefined ? undefined : sessionId(read(metadata));
    const parts = [...files]
      .filter(([name]) => name.startsWith('full.jsonl'))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (id === undefined || parts.length === 0) continue;
    linked.set(checkpoint, (linked.get(checkpoint) ?? new Set()).add(id));
    copies.set(id, (copies.get(id) ?? new Set()).add(parts.map(([, blob]) => blob).join(' ')));
  }
  const sessions = new Map<string, string>();
  for (const [id, stored] of copies) {
    const texts = [...stored].map((blobs) => blobs.split(' ').map(read).join(''));
    const text = unionOf(texts.filter((each) => each !== ''));
    if (text !== '') sessions.set(id, text);
  }
  return { sessions, commits: commitsOf(git, linked) };
}

function storedFiles(git: ReturnType<typeof gitIn>): StoredFile[] {
  const files: StoredFile[] = [];
  const tree = (ref: string, take: (blob: string, path: string) => void) => {
    try {
      for (const row of git('ls-tree', '-r', '-z', ref).toString('utf8').split('\0')) {
        const found = /^\d+ blob (\S+)\t(.*)$/s.exec(row);
        if (found) take(found[1] ?? '', found[2] ?? '');
      }
    } catch {
      // The ref, or its tree, is not in this mirror.
    }
  };
  tree(BRANCH, (blob, path) => {
    const [, first = '', rest = '', number = '-', name = ''] = /^(..)\/([^/]+)\/(?:(\d+)\/)?(.*)$/.exec(path) ?? [];
    files.push({ checkpoint: first + rest, number, name, blob });
  });
  const refs = git('for-each-ref', '--format=%(refname)', 'refs/entire/checkpoints').toString('utf8').split('\n');
  for (const ref of refs.filter(Boolean)) {
    tree(ref, (blob, path) => {
      const [, number = '-', name = ''] = /^(?:(\d+)\/)?(.*)$/.exec(path) ?? [];
      files.push({ checkpoint: ref.slice(ref.lastIndexOf('/') + 1), number, name, blob });
    });
  }
  return files;
}

function byCheckpoint(files: readonly StoredFile[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { checkpoint, number, name, blob } of files) {
    const key = `${checkpoint}/${number}`;
    found.set(key, (found.get(key) ?? new Map<string, string>()).set(name, blob));
  }
  return found;
}

function sessionId(metadata: string | undefined): string | undefined {
  try {
    const { session_id: id } = JSON.parse(metadata ?? '{}');
    return typeof id === 'string' ? id.replace(/^\d{4}-\d\d-\d\d-(?=[0-9a-f]{8}-)/, '') : undefined;
  } catch {
    return undefined;
  }
}

/** Some copies hold only what was new since the last one: the lines of all, each once, by time. */
function unionOf(copies: readonly string[]): string {
  const [largest = '', ...others] = [...copies].sort((one, other) => other.length - one.length);
  if (others.length === 0 || !largest.includes('"uuid"')) return largest;
  const keyOf = (line: string) => /"uuid":"([0-9a-f-]+)"/.exec(line)?.[1] ?? line;
  const lines = largest.split('\n').filter(Boolean);
  const seen = new Set(lines.map(keyOf));
  const more: string[] = [];
  for (const line of others.flatMap((copy) => copy.split('\n'))) {
    if (!line.includes('"timestamp":"') || seen.has(keyOf(line))) continue;
    seen.add(keyOf(line));
    more.push(line);
  }
  if (more.length === 0) return largest;
  let last = '';
  const timed = [...lines, ...more].map((line, index) => {
    const times = [...line.matchAll(/"timestamp":"([^"]+)"/g)];
    last = times.at(-1)?.[1] ?? last;
    return { line, index, time: last };
  });
  timed.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.index - other.index));
  return `${timed.map(({ line }) => line).join('\n')}\n`;
}

function commitsOf(git: ReturnType<typeof gitIn>, linked: ReadonlyMap<string, Set<string>>): TruthCommit[] {
  const format = '%H%x00%P%x00%ct%x00%an <%ae>%x00%(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)%x01';
  const rows = git('log', '--all', '--no-merges', `--format=${format}`).toString('utf8').split('\u0001');
  return rows.flatMap((row) => {
    const [commit = '', parents = '', time = '0', author = '', checkpoints = ''] = row.replace(/^\n/, '').split('\0');
    if (commit === '' || parents === '') return [];
    const sessions = checkpoints.split(',').flatMap((each) => [...(linked.get(each.trim()) ?? [])]);
    return [{ commit, at: Number(time) * 1000, author, linked: [...new Set(sessions)] }];
  });
}

/** Writes transcripts as homes: where Codex, Copilot CLI and Claude Code keep theirs, by the fields of the lines. */
export function writeHome(sessions: ReadonlyMap<string, string>, folder: string): { homes: string[]; count: number } {
  // A home without sessions is one too: without any, blame would read the user's own.
  const homes = new Set([join(folder, 'claude')]);
  mkdirSync(join(folder, 'claude'), { recursive: true });
  let count = 0;
  for (const [id, text] of sessions) {
    const place = placeOf(id.replace(/[^\w.-]/g, '_'), text);
    if (!place) continue;
    const [home, path] = place;
    const file = join(folder, home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    homes.add(join(folder, home));
    count += 1;
  }
  return { homes: [...homes].sort(), count };
}

/** The home and the file in it; undefined for a transcript of another agent. */
function placeOf(id: string, text: string): [home: string, path: string] | undefined {
  const [, year = '2026', month = '01', date = '01'] = /"timestamp":"(\d{4})-(\d\d)-(\d\d)T/.exec(text) ?? [];
  if (/^\{[^\n]*"type":"session_meta"/.test(text))
    return ['codex', `sessions/${year}/${month}/${date}/rollout-${year}-${month}-${date}T00-00-00-${id}.jsonl`];
  if (/^\{"type":"session\.start"/.test(text)) return ['copilot', `session-state/${id}/events.jsonl`];
  return text.includes('"sessionId":"') ? ['claude', `projects/-repo/${id}.jsonl`] : undefined;
}
