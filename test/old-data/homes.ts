import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { claudeSession, codexHead, codexId, codexTurn, geminiChat, jsonLines } from '../archive/made-home.ts';
import { createRandom } from '../property/random.ts';
import { randomHomes } from '../usage/random-threads.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));

/** Below the place that homes are made in. The last one is a backup: it holds threads that the first one holds too. */
export const HOMES = ['.codex', '.claude', '.gemini', 'backup/.codex'];

/** A project whose name needs two halves of UTF-16. */
const ROCKET = '/home/you/🚀rocket';
const FORGOTTEN = 9;
export const forgottenThread = codexId(FORGOTTEN);

/** What happens to the homes after they were looked at for the first time. */
export interface OldHomes {
  homes: string[];
  /** Lets a session grow, and deletes one of each agent, the parent of a fork included. */
  goOn(): void;
}

/**
 * Writes homes with a little of everything that an archive keeps: the sample with its sub-agents, forks, a copied home, a
 * packed file, bad lines, times without a zone, a project beyond 16 bits.
 */
export function writeOldHomes(place: string): OldHomes {
  const at = (name: string) => join(place, name);
  for (const agent of ['codex', 'claude', 'gemini']) cpSync(join(sample, agent), at(`.${agent}`), { recursive: true });
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const turn = (number: number, text: string) =>
    codexTurn(number, { ask: `please ${text}`, result: `result of ${text}`, answer: `done: ${text}` });
  const rollout = (number: number) => `sessions/2026/01/01/rollout-2026-01-01T00-00-00-${codexId(number)}.jsonl`;
  const codex = (number: number, content: string, home = '.codex') => write(`${home}/${rollout(number)}`, content);

  codex(1, codexHead(codexId(1)) + turn(1, 'light the harbour') + turn(2, 'paint the crane'));
  codex(2, codexHead(codexId(2), { cwd: ROCKET, git: { branch: 'launch' } }) + turn(3, 'start the rocket 🚀'));
  codex(3, codexHead(codexId(3)) + turn(4, 'a file that is deleted'));
  codex(4, `${codexHead(codexId(4))}{"broken\n${turn(5, 'survive a bad line')}[1,2]\n`);
  codex(5, codexHead(codexId(5)) + turn(6, 'time without a zone').replaceAll('.000Z"', '"'));
  write(`.codex/${rollout(6)}.zst`, zstdCompressSync(codexHead(codexId(6)) + turn(7, 'unpack this line')));
  codex(FORGOTTEN, codexHead(codexId(FORGOTTEN)) + turn(9, 'forget the password'));
  // The backup is older than what it is a copy of.
  codex(1, codexHead(codexId(1)) + turn(1, 'light the harbour'), 'backup/.codex');
  codex(10, codexHead(codexId(10)) + turn(10, 'only in the backup'), 'backup/.codex');
  const made = randomHomes(createRandom(19), 16);
  const threads = Object.entries(made.files).filter(([name]) => name.startsWith('home/'));
  for (const [name, records] of threads) {
    write(`.codex/sessions/2026/03/01/rollout-2026-03-01T00-00-00-${name.slice(5)}.jsonl`, jsonLines(records));
  }

  const claude = [1, 2].map((number) => `00000000-1111-4222-8333-${String(number).padStart(12, '0')}`);
  claudeSession(at('.claude'), claude[0] ?? '', ['ask for a lantern', 'a lantern is lit'], { cwd: `${ROCKET}/pad` });
  const gone = claudeSession(at('.claude'), claude[1] ?? '', [
    'ask 検索エンジン',
    'naïve Ünïcode',
    'again',
    'and gone',
  ]);
  geminiChat(at('.gemini'), '11112222-3333-4444-8555-666677778888', ['ask for a beacon', 'the beacon answers']);
  const goneChat = geminiChat(at('.gemini'), '99992222-3333-4444-8555-666677778888', ['a chat', 'that is deleted']);
  stamp(place);
  const [parent] = threads.filter(([, records]) => !JSON.stringify(records[0]).includes('forked_from_id'));
  const goneParent = globSync(`.codex/sessions/2026/03/01/*${parent?.[0].slice(5)}.jsonl`, { cwd: place });
  return {
    homes: HOMES.map(at),
    goOn() {
      appendFileSync(at(`.codex/${rollout(1)}`), turn(8, 'and a line that came later'));
      const deleted = [gone, goneChat, at(`.codex/${rollout(3)}`), ...goneParent.map(at)];
      for (const path of deleted) rmSync(path);
      stamp(place);
    },
  };
}

/** Times of files are those of their last lines: two makings of the homes are equal. */
function stamp(place: string): void {
  for (const path of globSync(
    HOMES.map((home) => `${home}/**/*.{jsonl,zst}`),
    { cwd: place },
  )) {
    const file = join(place, path);
    const last = /.*"timestamp":"([^"]+)"/s.exec(readFileSync(file, 'utf8'))?.[1];
    const time = new Date(last ? `${last.replace(/Z$/, '')}Z` : '2026-01-01T00:00:00.000Z');
    utimesSync(file, time, time);
  }
}
