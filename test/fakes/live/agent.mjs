// A stand-in for an agent that a client controls: it plays the agent's side of a recording of both directions.
//
//   node test/fakes/live/agent.mjs TRAFFIC.jsonl [the agent's own arguments, which mean nothing here]
//
// TRAFFIC.jsonl holds `{"dir": "in" | "out" | "mark", "line" | "event", "client"?}` a line, as in test/fixtures: of Claude
// Code's control protocol, `codex app-server` or the Agent Client Protocol, told apart by what is in it. With `openLive`:
// `program: [process.execPath, 'test/fakes/live/agent.mjs', TRAFFIC]`.
//
// It says what the recorded agent said up to the next line of the client, and waits for that line: a request of the same
// method, an answer to the same request, a prompt. The client's ids and the words of its prompts replace the recorded ones in
// all that follows. Lists and settings that the client does not ask for are left out; a request that the recording does not
// have is answered with an empty result. What the client answers is not judged: the recording goes on as it was. The log
// shows what came.
//
// Ends as recorded: at `exit N` with that code, once the client has closed stdin or sent the signal that stands before it.
// Earlier, if stdin closes earlier; with FAKE_LIVE_STAY it then stays until a signal comes.
//
//   FAKE_LIVE_CLIENT   the name of the client whose lines are played, where a recording has several processes (first: default)
//   FAKE_LIVE_PROCESS  1, 2, …: which of several processes of one client
//   FAKE_LIVE_LOG      a file that gets `{name, message, matched}` for each line of the client, `{waits: N}` with the number of
//                      the entry that is waited for, and what ended the process
//   FAKE_LIVE_REPLACE  JSON of texts to replace in what is said: `{"/home/user/project": "/tmp/x"}`
//   FAKE_LIVE_CHILD    a shell command that is started when the first command of the recording begins, and outlives us
//   FAKE_LIVE_STAY     any value: does not end when stdin closes
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createPlayer } from './player.mjs';

const {
  FAKE_LIVE_CLIENT,
  FAKE_LIVE_PROCESS = '1',
  FAKE_LIVE_LOG,
  FAKE_LIVE_REPLACE,
  FAKE_LIVE_CHILD,
  FAKE_LIVE_STAY,
} = process.env;
const all = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const client = FAKE_LIVE_CLIENT ?? all[0]?.client;
const entries = processOf(
  all.filter((entry) => entry.client === undefined || entry.client === client),
  Number(FAKE_LIVE_PROCESS),
);
const replacements = Object.entries(FAKE_LIVE_REPLACE ? JSON.parse(FAKE_LIVE_REPLACE) : {});

/** Processes one after the other stand in one file: each ends with its exit. */
function processOf(lines, number) {
  const ends = lines.flatMap(({ dir, event }, index) => (dir === 'mark' && /^exit/.test(event) ? [index + 1] : []));
  return lines.slice(number > 1 ? ends[number - 2] : 0, ends[number - 1] ?? lines.length);
}

const log = (entry) => FAKE_LIVE_LOG && appendFileSync(FAKE_LIVE_LOG, `${JSON.stringify(entry)}\n`);

const COMMAND = /"(?:name":"Bash"|kind":"execute"|type":"commandExecution")/;
let child = FAKE_LIVE_CHILD;

function write(line) {
  let text = line;
  for (const [from, to] of replacements) text = text.replaceAll(from, to);
  process.stdout.write(`${text}\n`);
  if (!child || !COMMAND.test(line)) return;
  spawn('sh', ['-c', child], { stdio: 'ignore', detached: true }).unref();
  child = undefined;
}

/** What the recorder did to the process, which the client here has to do itself. */
let waitsFor;
let hasClosed = false;

function onMark(event, { code }) {
  const exit = /^exit ?(\S*)$/.exec(event);
  if (exit) return leave(exit[1] || code, event);
  if (event === 'close-stdin' || /^(?:SIG|close|client-gone|kill)/.test(event)) {
    if (hasClosed) return undefined;
    waitsFor = event;
    return 'wait';
  }
  return undefined;
}

function leave(told, reason) {
  log({ ended: reason });
  const code = Number(told);
  // A recorder that killed its agent says nothing about how the agent would end.
  process.stdout.write('', () => process.exit(Number.isInteger(code) ? code : 0));
  return 'wait';
}

const player = createPlayer(entries, { write, onMark, log });
let rest = '';
process.stdin.setEncoding('utf8');
// Lines end with a line feed and nothing else: separators of Unicode stand inside of them.
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) if (line.trim() !== '') player.hear(line);
});
process.stdin.on('end', () => {
  hasClosed = true;
  log({ closed: true });
  if (waitsFor !== undefined) player.resume();
  if (FAKE_LIVE_STAY === undefined) leave(0, 'stdin closed');
  else setInterval(() => {}, 1000);
});
process.on('SIGTERM', () => leave(143, 'SIGTERM'));
process.on('SIGINT', () => leave(130, 'SIGINT'));
player.play();
