import { createInterface } from 'node:readline';
import { isObject, type JsonObject, parseObject } from '../../../core/lines/json.ts';
import type { Answer, LiveSession } from '../../../machine/live/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createJsonEncoder } from '../write-json.ts';

/** Events out, commands in, a line each. The end of the input closes the session. */
export async function talkJson(session: LiveSession): Promise<ExitCode> {
  const output = openOutput();
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  const say = (value: object) => output.append(`${encode(value) ?? '{"type":"live.warning","message":"too deep"}'}\n`);
  const isClosed = takeCommands(session, (fault) => {
    say(fault);
    void output.flush();
  });
  for await (const event of session) {
    say(event);
    await output.flush();
  }
  await output.flush();
  return (await isClosed) ? exitCodes.ok : exitCodes.answerIsNo;
}

/** Resolves with true if it was we who closed the session. */
async function takeCommands(session: LiveSession, say: (value: object) => void): Promise<boolean> {
  const input = createInterface({ input: process.stdin });
  let isOurs = false;
  const close = async () => {
    isOurs = true;
    await session.close();
  };
  input.on('line', (line) => {
    if (line.trim() === '') return;
    const command = parseObject(line);
    const done = command ? obey(session, command, close) : Promise.reject(new TypeError('the line is no JSON object'));
    done.catch((error: unknown) => say({ type: 'live.error', ...faultOf(error) }));
  });
  input.on('close', () => {
    if (session.state !== 'closed') void close();
  });
  for await (const event of session.subscribe()) if (event.type === 'live.state' && event.state === 'closed') break;
  input.close();
  process.stdin.destroy();
  return isOurs;
}

async function obey(session: LiveSession, command: JsonObject, close: () => Promise<void>): Promise<void> {
  const { send, say, how, answer, interrupt, close: isClose } = command;
  if (typeof send === 'string') return void session.send(send);
  if (typeof say === 'string') return void (await session.say(say, how as 'either'));
  if (isObject(answer)) return give(session, answer);
  if (interrupt === true) return void (await session.interrupt());
  if (isClose === true) return close();
  throw new TypeError('a command is send, say, answer, interrupt or close');
}

async function give(session: LiveSession, { id, answers, ...answer }: JsonObject): Promise<void> {
  const ask = session.open.find((open) => open.id === id);
  if (!ask) throw Object.assign(new Error('nothing that waits has this id'), { code: 'answered' });
  if (!('allows' in ask)) {
    if (isObject(answers)) return ask.answer(answers as Record<string, string[]>);
    return ask.decline(typeof answer.reason === 'string' ? answer.reason : undefined);
  }
  if (answer.allow === 'always') throw new TypeError('allow is once or session here');
  return ask.answer(answer as Answer);
}

function faultOf(error: unknown): { code: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'bad-command';
  return { code, message };
}
