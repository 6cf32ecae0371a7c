import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeProjectLines } from './claude-project-lines.ts';
import { execLines } from './exec-lines.ts';
import { geminiChatLines } from './gemini-chat-lines.ts';
import { createRandom } from './random.ts';
import { imageLine, rolloutLines } from './rollout-lines.ts';
import { realClaudeLines } from './shapes/real-claude-lines.ts';
import { realRolloutLines } from './shapes/real-rollout-lines.ts';
import { createTexts, type Texts } from './texts.ts';

/** The files that a contestant reads. */
export interface Dataset {
  paths: string[];
  bytes: number;
  lines: number;
  /** In bytes. */
  longestLine: number;
}

export type DatasetName =
  | 'exec'
  | 'runs'
  | 'tree'
  | 'projects'
  | 'chats'
  | 'real rollouts'
  | 'real projects'
  | 'big'
  | 'line4'
  | 'line16'
  | 'home'
  | 'none';

const MEBIBYTE = 2 ** 20;
const WRITE_SIZE = MEBIBYTE;

/** The lines of each file of a data set. At scale 1 they have the sizes that the targets were set with. */
const contents: Record<DatasetName, (scale: number, texts: Texts) => Iterable<string>[]> = {
  /** 43 MB of `codex exec --json` in 166 k lines. */
  exec: (scale, texts) => [take(execLines(createRandom(1), texts), 166_000 * scale)],

  /** The same in runs of tens of items, as people's are. */
  runs: (scale, texts) => [take(execLines(createRandom(2), texts, 12), 166_000 * scale)],

  /** 60 session files, 33 MB, 20 k lines. */
  tree: (scale, texts) =>
    Array.from({ length: Math.ceil(60 * scale) }, (_, index) =>
      rolloutLines(createRandom(index), texts, index % 2 === 0 ? 'envelope' : 'paginated'),
    ),

  /** 70 sessions of Claude Code, 30 MB, 17 k lines. */
  projects: (scale, texts) =>
    Array.from({ length: Math.ceil(70 * scale) }, (_, index) => claudeProjectLines(createRandom(index), texts)),

  /** 70 chats of Gemini CLI, 31 MB, 27 k lines. */
  chats: (scale, texts) =>
    Array.from({ length: Math.ceil(70 * scale) }, (_, index) => geminiChatLines(createRandom(index), texts)),

  /** 40 sessions of Codex with the shape of real ones. */
  'real rollouts': (scale) =>
    Array.from({ length: Math.ceil(40 * scale) }, (_, index) => realRolloutLines(createRandom(index))),

  /** 20 sessions of Claude Code with the shape of real ones. */
  'real projects': (scale) =>
    Array.from({ length: Math.ceil(20 * scale) }, (_, index) => realClaudeLines(createRandom(index))),

  /** One session file of 218 MB, one line of it 31 MB. */
  big: (scale, texts) => [bigFile(texts, 187e6 * scale, 31e6 * scale)],

  /** One line each, not scaled: how time grows with the length of a line. */
  line4: (_scale, texts) => [[imageLine(texts, 4 * MEBIBYTE)]],
  line16: (_scale, texts) => [[imageLine(texts, 16 * MEBIBYTE)]],

  /** 5 000 session files, 0.8 GB, in the folders of a home: what a list of sessions reads. */
  home: (scale, texts) =>
    Array.from({ length: Math.ceil(5000 * scale) }, (_, index) =>
      shortened(rolloutLines(createRandom(index), texts, index % 2 === 0 ? 'envelope' : 'paginated'), 160e3),
    ),

  /** For what reads nothing. */
  none: () => [],
};

/** Writes the files of a data set into a folder. */
export function makeDataset(name: DatasetName, folder: string, scale: number): Dataset {
  const dataset: Dataset = { paths: [], bytes: 0, lines: 0, longestLine: 0 };
  for (const [index, lines] of contents[name](scale, createTexts(createRandom(0))).entries()) {
    const path = join(folder, name === 'home' ? homePath(index) : `${name.replace(' ', '-')}-${index}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    dataset.paths.push(path);
    writeLines(path, lines, dataset);
  }
  return dataset;
}

function writeLines(path: string, lines: Iterable<string>, sizes: Dataset): void {
  const file = openSync(path, 'w');
  let pending = '';
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    sizes.bytes += length + 1;
    sizes.lines += 1;
    sizes.longestLine = Math.max(sizes.longestLine, length);
    pending += `${line}\n`;
    if (pending.length > WRITE_SIZE) {
      writeSync(file, pending);
      pending = '';
    }
  }
  writeSync(file, pending);
  closeSync(file);
}

function* take(lines: Iterable<string>, count: number): Generator<string> {
  let taken = 0;
  for (const line of lines) {
    if (taken >= count) return;
    taken += 1;
    yield line;
  }
}

/** Where Codex would keep it: by day, about a dozen a day. */
function homePath(index: number): string {
  const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(index / 12))).toISOString().slice(0, 10);
  const id = `01a1de09-5e47-7183-af03-${String(index).padStart(12, '0')}`;
  return join('home/sessions', day.replaceAll('-', '/'), `rollout-${day}T07-08-38-${id}.jsonl`);
}

/** The first lines of a session, up to a length. */
function* shortened(lines: Iterable<string>, length: number): Generator<string> {
  let written = 0;
  for (const line of lines) {
    yield line;
    written += line.length + 1;
    if (written > length) return;
  }
}

/** Whole sessions one after the other; the long line comes in the middle. */
function* bigFile(texts: Texts, length: number, longLine: number): Generator<string> {
  const random = createRandom(1001);
  let written = 0;
  let isLongLineDue = true;
  while (written < length) {
    for (const line of rolloutLines(random, texts, 'paginated')) {
      written += line.length + 1;
      yield line;
    }
    if (isLongLineDue && written > length / 2) {
      isLongLineDue = false;
      yield imageLine(texts, longLine);
    }
  }
}
