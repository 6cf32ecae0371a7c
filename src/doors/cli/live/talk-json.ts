import { isObject, type JsonObject, parseObject } from '../../../core/lines/json.ts';
import type { Answer, LiveSession } from '../../../machine/live/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { inputLines } from '../input-lines.ts';
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
  let isOurs = false;
  const close = async () => {
    if (session.state === 'closed') return;
    isOurs = true;
    await session.close();
  };
  const take = (line: string) => {
    if (line.trim() === '') return;
    const command = parseObject(line);
    const done = command ? obey(session, command, close) : Promise.reject(new TypeError('the line is no JSON object'));
    done.catch((error: unknown) => say({ type: 'live.error', ...faultOf(error) }));
  };
  const read = async () => {
    for await (const line of inputLines(process.stdin)) take(line);
  };
  void read()
    .catch(() => {})
    .then(close);
  for await (const event of session.subscribe()) if (event.type === 'live.state' && event.state === 'closed') break;
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
