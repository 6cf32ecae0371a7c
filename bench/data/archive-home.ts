import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeProjectLines, type SessionPlan } from './claude-project-lines.ts';
import { geminiChatLines } from './gemini-chat-lines.ts';
import { createManyWords } from './many-words.ts';
import { createRandom, type Random } from './random.ts';
import { makeUsageHome } from './usage-home.ts';

/** Long ago: a file of the future counts as one that is being written. */
const FIRST_DAY = Date.UTC(2025, 0, 5, 8);
const YEAR_MS = 365 * 86_400_000;

/**
 * Writes a home of all three agents: Codex 60 %, Claude 30 %, Gemini 10 % of the sessions, over a year, 1 to 4 turns each.
 * How much of it is text that a search could find is that of real files (docs/decisions/0075). Gives its size in bytes.
 */
export function makeArchiveHome(home: string, sessions: number): number {
  const random = createRandom(2);
  const texts = createManyWords(createRandom(3));
  let { bytes } = makeUsageHome(home, Math.ceil(sessions * 0.6), { texts });

  function write(path: string, started: number, lines: Iterable<string>): void {
    const text = `${[...lines].join('\n')}\n`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, started / 1000, started / 1000);
    bytes += Buffer.byteLength(text);
  }

  for (let index = 0; index < sessions * 0.3; index += 1) {
    const started = FIRST_DAY + Math.floor((YEAR_MS * index) / (sessions * 0.3));
    const sessionId = `${random.hex(8)}-1111-4222-8333-${random.hex(12)}`;
    const cwd = `/home/user/project-${index % 20}`;
    const path = join(home, 'projects', cwd.replaceAll('/', '-'), `${sessionId}.jsonl`);
    write(path, started, claudeProjectLines(random, texts, { ...planAt(started, random), sessionId, cwd }));
  }
  for (let index = 0; index < sessions * 0.1; index += 1) {
    const started = FIRST_DAY + Math.floor((YEAR_MS * index) / (sessions * 0.1));
    const name = `session-${new Date(started).toISOString().slice(0, 16).replaceAll(':', '-')}-${random.hex(8)}.jsonl`;
    const path = join(home, 'tmp', `project-${index % 20}`, 'chats', name);
    write(path, started, geminiChatLines(random, texts, planAt(started, random)));
  }
  return bytes;
}

/** Some seconds pass between the lines. */
function planAt(started: number, random: Random): Required<Pick<SessionPlan, 'turns' | 'clock'>> {
  let now = started;
  const clock = () => {
    now += random.between(200, 9000);
    return new Date(now).toISOString();
  };
  return { turns: random.between(1, 4), clock };
}
