import { cpSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import {
  claudeSession,
  createRandom as createTextRandom,
  geminiChat,
  jsonLines,
  randomText,
} from '../archive/made-home.ts';
import { createRandom, type Random } from '../property/random.ts';
import { assistantText, call, event, output, userText } from '../rollout-lines.ts';
import { randomHomes } from '../usage/random-threads.ts';
import { copyRecordedHomes } from './recorded-homes.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const recorded = globSync('{claude,gemini}/*/*/session', { cwd: path('../fixtures') }).sort();

const FOLDERS = ['/p', '/home/me/🚀rocket', '/home/me/🚀rocket/sub', '/home/me/日本語', 'C:\\work\\app'];
const HOUR_MS = 3_600_000;

/**
 * Writes homes into a folder that is there, the same for the same seed: threads with forks, sub-agents, reviews and resumes,
 * copied homes, packed and archived files, bad lines, clocks that jump, times without a zone. Gives the homes.
 */
export function writeRandomHomes(place: string, seed: number): string[] {
  const random = createRandom(seed);
  const textRandom = createTextRandom(seed);
  const text = () => randomText(textRandom, 12);
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), content);
  };

  const { files } = randomHomes(random, 4 + random.below(9), {
    header: () => ({
      cwd: random.pick(FOLDERS),
      cli_version: `0.${100 + random.below(60)}.0`,
      ...(random.below(2) === 0 && { git: { branch: random.pick(['main', 'feature/🚀']) } }),
    }),
    conversation: () => (random.below(5) === 0 ? [] : spoken(random, text)),
  });
  for (const [name, records] of Object.entries(files)) {
    const [home = '', id = ''] = name.split('/');
    const folder = random.below(8) === 0 ? 'archived_sessions' : 'sessions/2026/03/01';
    const file = `codex-${home}/${folder}/rollout-2026-03-01T00-00-00-${id}.jsonl`;
    const bytes = spoil(jsonLines(records), id);
    if (random.below(8) === 0) write(`${file}.zst`, zstdCompressSync(bytes));
    else write(file, bytes);
  }

  mkdirSync(join(place, 'claude'));
  writeClaude(random, join(place, 'claude'), text);
  if (random.below(3) === 0) cpSync(join(place, 'claude'), join(place, 'claude copy'), { recursive: true });
  for (let left = random.below(3); left > 0; left -= 1) {
    geminiChat(join(place, 'gemini'), uuidOf(random), [text(), text(), text()].slice(random.below(2)));
  }
  const others = [
    path('../../sample/claude'),
    path('../../sample/gemini'),
    path(`../fixtures/${random.pick(recorded)}`),
  ];
  for (const [index, other] of others.entries()) {
    if (random.below(4) === 0) cpSync(other, join(place, `other ${index}`), { recursive: true });
  }
  copyRecordedHomes(place, random);
  stamp(place);
  return globSync('*', { cwd: place }).map((name) => join(place, name));
}

/** A question, a command that may fail, an answer. */
function spoken(random: Random, text: () => string): Record<string, unknown>[] {
  const [ask, answer] = [text(), text()];
  const id = `call-${random.below(1e9)}`;
  const exit_code = random.below(3) === 0 ? 1 : 0;
  return [
    userText(ask),
    event('user_message', { message: ask }),
    ...(random.below(2) === 0
      ? [
          call('shell', { command: ['bash', '-lc', 'ls src'] }, id),
          output(JSON.stringify({ output: text(), metadata: { exit_code } }), id),
        ]
      : []),
    assistantText(answer),
    event('agent_message', { message: answer }),
  ];
}

/** The same for all copies of a thread: its clock was set back, it wrote times without a zone, a line of it is broken. */
function spoil(lines: string, id: string): string {
  const random = createRandom(Number.parseInt(id.slice(-6), 10) + 1);
  let spoilt = lines;
  if (random.below(4) === 0) {
    const jump = (1 + random.below(30)) * HOUR_MS * (random.below(2) === 0 ? -1 : 1);
    const after = random.below(12);
    spoilt = spoilt
      .split('\n')
      .map((line, index) =>
        index <= after ? line : line.replace(/"timestamp":"([^"]+)"/, (_, time) => later(time, jump)),
      )
      .join('\n');
  }
  if (random.below(4) === 0) spoilt = spoilt.replaceAll(/("timestamp":"[^"]+)Z"/g, '$1"');
  if (random.below(4) === 0) spoilt += '{"broken\n';
  return spoilt;
}

const later = (time: string, ms: number): string => `"timestamp":"${new Date(Date.parse(time) + ms).toISOString()}"`;

/** Sessions of Claude Code. The fork of one repeats its lines, marked as copied, and goes on with a request of its own. */
function writeClaude(random: Random, home: string, text: () => string): void {
  for (let left = random.below(3); left > 0; left -= 1) {
    const id = uuidOf(random);
    const texts = Array.from({ length: 1 + random.below(5) }, text);
    const more = { cwd: random.pick(FOLDERS), gitBranch: 'main' };
    const file = claudeSession(home, id, texts, more);
    if (random.below(2) === 1) continue;
    const fork = uuidOf(random);
    const mark = `"sessionId":"${fork}","forkedFrom":{"sessionId":"${id}","messageUuid":"x"}`;
    const copied = readFileSync(file, 'utf8').replaceAll(`"sessionId":"${id}"`, mark);
    const own = claudeSession(home, fork, [text(), text()], more);
    writeFileSync(own, copied + readFileSync(own, 'utf8').replaceAll('2026-02-01T', '2026-02-02T'));
  }
}

function uuidOf(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

/**
 * Files were last written after their last lines, and long enough ago that no session is at work. A copy was made before
 * its original went on.
 */
function stamp(place: string): void {
  const files = globSync(['**/*.{jsonl,json,zst,yaml,db,db-wal}', '**/.*/**/*.{jsonl,json,yaml}'], { cwd: place });
  for (const [index, name] of files.sort().reverse().entries()) {
    const time = new Date(Date.UTC(2026, 10, 17) + index * 1000);
    utimesSync(join(place, name), time, time);
  }
}
