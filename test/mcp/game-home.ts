import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codexHead, codexId, codexTurn, createRandom, jsonLines, madeHome, randomText } from '../archive/made-home.ts';
import type { MadeSecret } from '../made-secrets.ts';
import { call, output } from '../rollout-lines.ts';

const LONG = 'a line of a long log that says nothing\n';
const CLAUDE = '5e5510e5-0000-4000-8000-000000000001';
/** The ids of its sessions. */
export const gameSessions = [1, 2, 3, 4, 5, 6].map(codexId).concat(CLAUDE);

/**
 * A home of two agents in which one text stands wherever a session can hold it: in a first prompt that is longer than what
 * is kept of it, in a result, in one that is cut, in an input by name, in the name of a file, in a thought.
 */
export function gameHome(path: string, { text, secret }: MadeSecret): void {
  const random = createRandom(7);
  const said = (most = 40) => randomText(random, most);
  const home = madeHome(path);
  const turns = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      codexTurn(from + index, { ask: said(), result: said(400), answer: said() }),
    ).join('');
  const turn = (number: number, ask: string, result = said(), answer = said()) =>
    codexTurn(number, { ask, result, answer });
  const codex = (number: number, lines: string) => {
    home.write(number, codexHead(codexId(number), { cwd: '/project' }) + lines);
  };
  codex(1, turn(1, `zebra ${text} giraffe ${said(600)} the last word`) + turns(2, 8));
  codex(2, turns(11, 6) + turn(17, said(), `total 12\n${said()}\n${text}\nzebra ${said()}`) + turns(18, 6));
  codex(3, turn(31, said(), `zebra\n${text}\n${LONG.repeat(8000)}${text}\n${LONG.repeat(1600)}`) + turns(32, 2));
  codex(4, turn(41, said(), `${LONG.repeat(1637)}${text} ${LONG.repeat(9000)}`) + turns(42, 2));
  const named = secret.includes('\n') ? text : secret;
  const deploy = call('deploy', { host: 'zebra', password: named, nested: { api_key: named, note: text } }, 'call-x');
  codex(5, turn(51, said()) + jsonLines([deploy, output('deployed', 'call-x')]) + turn(52, text, text, text));
  codex(6, turns(61, 30));
  claudeWrites(path, text, text === secret ? secret : 'plain');
}

/** A session of Claude Code that wrote a file of a name, after a thought. */
function claudeWrites(home: string, text: string, name: string): void {
  const at = (second: number) => new Date(Date.UTC(2026, 1, 1) + second * 1000).toISOString();
  const common = { sessionId: CLAUDE, cwd: '/project', version: '2.1.20', gitBranch: 'main', parentUuid: null };
  const usage = { input_tokens: 3, output_tokens: 4 };
  const answer = (second: number, ...content: object[]) => ({
    ...common,
    uuid: `answer-${second}`,
    timestamp: at(second),
    type: 'assistant',
    requestId: `req_${second}`,
    message: { id: `msg_${second}`, role: 'assistant', model: 'claude-opus-5', content, usage },
  });
  const file = `/project/keys/${name}.txt`;
  const records = [
    {
      ...common,
      uuid: 'ask',
      timestamp: at(0),
      type: 'user',
      message: { role: 'user', content: 'write the zebra down' },
    },
    answer(1, { type: 'thinking', thinking: `I was given ${text} to write`, signature: '' }),
    answer(2, { type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: file, content: text } }),
    answer(3, { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: `cat ${file} && echo ${text}` } }),
    answer(4, { type: 'text', text: `The zebra is written: ${text}` }),
  ];
  const path = join(home, 'projects', '-project', `${CLAUDE}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonLines(records));
  utimesSync(path, 1, 1);
}
