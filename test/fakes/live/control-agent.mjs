// An agent that speaks Claude Code's control protocol and does what its prompts say, one word after the other:
//   run:NAME   asks to run `touch NAME` and does it if it is allowed, with the input that it was given
//   two:A,B    asks for two at once
//   ask        asks the person a question
//   text       says something
//   hang       says nothing more and runs a command that does not end
//   leave      leaves a command in the background
//   late       takes its open question back
//   crash      ends in the middle of the turn
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const session = process.argv.includes('--resume')
  ? process.argv[process.argv.indexOf('--resume') + 1]
  : (process.env.FAKE_SESSION ?? randomUUID());
const log = process.env.FAKE_LOG;
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const note = (entry) => log && appendFileSync(log, `${JSON.stringify(entry)}\n`);
const open = new Map();
let mode = 'default';
let turn;
let calls = 0;
const held = [];

function answer(id, response) {
  write({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
}

function control(id, request) {
  if (request.subtype === 'initialize') return answer(id, { commands: [], models: [] });
  if (request.subtype === 'set_permission_mode') {
    mode = process.env.FAKE_MODE ?? request.mode;
    return answer(id, { mode });
  }
  if (request.subtype === 'set_model') return answer(id, {});
  if (request.subtype === 'interrupt') {
    for (const [key, { resolve }] of open) {
      write({ type: 'control_cancel_request', request_id: key });
      resolve(undefined);
    }
    open.clear();
    answer(id, {});
    if (turn) turn.interrupted = true;
    for (const child of turn?.children ?? []) if (process.env.FAKE_LEAVES !== 'yes') child.kill('SIGKILL');
    turn?.wake?.();
    return undefined;
  }
  return write({ type: 'control_response', response: { subtype: 'error', request_id: id, error: 'unknown' } });
}

function permission(tool_name, input) {
  const tool_use_id = `toolu_${String(++calls).padStart(4, '0')}`;
  const content = [{ type: 'tool_use', id: tool_use_id, name: tool_name, input }];
  write({
    type: 'assistant',
    message: { id: `msg_${calls}`, role: 'assistant', model: 'claude-fake', content },
    session_id: session,
    uuid: randomUUID(),
    parent_tool_use_id: null,
  });
  const id = randomUUID();
  note({ asked: id, input });
  const request = { subtype: 'can_use_tool', tool_name, input, tool_use_id, permission_suggestions: [] };
  const answered = new Promise((resolve) => open.set(id, { resolve, tool_use_id }));
  write({ type: 'control_request', request_id: id, request });
  return { id, tool_use_id, answered };
}

function result(tool_use_id, text, is_error = false) {
  const content = [{ type: 'tool_result', tool_use_id, content: text, is_error }];
  write({
    type: 'user',
    message: { role: 'user', content },
    session_id: session,
    uuid: randomUUID(),
    parent_tool_use_id: null,
  });
}

async function run(name) {
  const { id, tool_use_id, answered } = permission('Bash', { command: `touch ${name}` });
  const given = await answered;
  if (given?.interrupt) turn.interrupted = true;
  if (given?.behavior !== 'allow') return result(tool_use_id, given?.message ?? 'refused', true);
  note({ ran: id, input: given.updatedInput });
  writeFileSync(given.updatedInput.command.slice('touch '.length), '');
  return result(tool_use_id, '');
}

async function act(word) {
  const [verb, rest = ''] = word.split(':');
  if (verb === 'run') return run(rest);
  if (verb === 'two') return Promise.all(rest.split(',').map(run));
  if (verb === 'text') {
    const content = [{ type: 'text', text: `said ${rest}` }];
    return write({
      type: 'assistant',
      message: { id: `msg_t${++calls}`, role: 'assistant', model: 'claude-fake', content },
      session_id: session,
      uuid: randomUUID(),
      parent_tool_use_id: null,
    });
  }
  if (verb === 'ask') {
    const options = [
      { label: 'Red', description: 'warm' },
      { label: 'Blue', description: 'cold' },
    ];
    const questions = [{ question: 'Which colour?', header: 'Colour', options, multiSelect: false }];
    const { tool_use_id, answered } = permission('AskUserQuestion', { questions });
    const given = await answered;
    note({ colour: given?.updatedInput?.answers ?? null });
    return result(tool_use_id, JSON.stringify(given?.updatedInput?.answers ?? 'none'));
  }
  if (verb === 'late') {
    const { id } = permission('Bash', { command: `touch ${rest}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
    open.delete(id);
    return write({ type: 'control_cancel_request', request_id: id });
  }
  if (verb === 'hang' || verb === 'leave') {
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    note({ pid: child.pid });
    const content = [{ type: 'tool_use', id: `toolu_h${++calls}`, name: 'Bash', input: { command: 'sleep 600' } }];
    write({
      type: 'assistant',
      message: { id: `msg_${calls}`, role: 'assistant', model: 'claude-fake', content },
      session_id: session,
      uuid: randomUUID(),
      parent_tool_use_id: null,
    });
    if (verb === 'leave') return undefined;
    turn.children.push(child);
    return new Promise((resolve) => {
      turn.wake = resolve;
    });
  }
  if (verb === 'crash') process.exit(3);
  if (verb === 'silent')
    return new Promise((resolve) => {
      turn.wake = resolve;
    });
  return undefined;
}

async function take(message) {
  if (turn) return held.push(message);
  const text = message.message.content.map((block) => block.text ?? '').join('');
  turn = { interrupted: false, children: [] };
  write({
    type: 'system',
    subtype: 'init',
    session_id: session,
    cwd: process.cwd(),
    model: 'claude-fake',
    permissionMode: mode,
    tools: [],
  });
  write({ ...message, isReplay: true, session_id: session });
  for (const word of text.split(' ')) {
    if (turn.interrupted) break;
    await act(word);
    for (const said of held.splice(0)) write({ ...said, isReplay: true, session_id: session });
  }
  if (turn.interrupted) {
    const content = [{ type: 'text', text: '[Request interrupted by user for tool use]' }];
    write({
      type: 'user',
      message: { role: 'user', content },
      session_id: session,
      uuid: randomUUID(),
      parent_tool_use_id: null,
    });
  }
  const subtype = turn.interrupted ? 'error_during_execution' : 'success';
  turn = undefined;
  write({
    type: 'result',
    subtype,
    is_error: subtype !== 'success',
    result: 'done',
    session_id: session,
    uuid: randomUUID(),
    num_turns: 1,
    duration_ms: 1,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const next = held.shift();
  if (next) void take(next);
}

for await (const line of createInterface({ input: process.stdin })) {
  const frame = JSON.parse(line);
  if (frame.type === 'control_request') control(frame.request_id, frame.request);
  else if (frame.type === 'user') void take(frame);
  else if (frame.type === 'control_response') {
    const { request_id, response } = frame.response;
    note({ answered: request_id, behavior: response?.behavior ?? 'error' });
    const waiting = open.get(request_id);
    open.delete(request_id);
    waiting?.resolve(response);
  }
}
process.exit(0);
