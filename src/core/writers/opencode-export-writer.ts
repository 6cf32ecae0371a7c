import { sha256 } from '../lines/sha256.ts';
import { noteText } from '../thread/hand-over.ts';
import { parseTime } from '../thread/time.ts';
import { cutOutput } from './cut-output.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { imageUrl } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';
import { type ToolTwin, twinCall } from './tool-twins.ts';

/** A document as `opencode export` writes it and `opencode import` takes it, ids included. */
export const createOpencodeExportWriter = sessionWriter(opencodeExport);

const FILE = { file_path: 'filePath' };
const TWINS = new Map<string, ToolTwin>([
  ['Bash', { name: 'bash' }],
  ['Read', { name: 'read', keys: FILE }],
  ['Write', { name: 'write', keys: FILE }],
  [
    'Edit',
    { name: 'edit', keys: { ...FILE, old_string: 'oldString', new_string: 'newString', replace_all: 'replaceAll' } },
  ],
  ['Glob', { name: 'glob' }],
  ['Grep', { name: 'grep' }],
  ['TodoWrite', { name: 'todowrite' }],
]);

const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
/** A model has to be named, and OpenCode goes on with it. This one is not there, so that it asks for another. */
const NO_MODEL = { providerID: 'threadline', modelID: 'handed-over' };

interface OpencodeMessage {
  info: { id: string };
  parts: object[];
}

function opencodeExport(context: SessionContext): SessionFormat {
  const { cwd, omit } = context;
  const model = modelNamed(context.model);
  const suffix = sha256(context.id).slice(0, 14);
  const sessionID = opencodeSessionId(context.id);
  const messages: OpencodeMessage[] = [];
  let parts = 0;
  let prompt: string | undefined;
  let lastTime = parseTime(context.time) ?? 0;

  // OpenCode orders by ids, which begin with a time: these come before all that it makes itself.
  const id = (prefix: string, number: number) => `${prefix}_${number.toString(16).padStart(12, '0')}${suffix}`;

  function open(time: string, more: object): OpencodeMessage {
    lastTime = parseTime(time) ?? 0;
    const message = { info: { id: id('msg', messages.length + 1), sessionID, agent: 'build', ...more }, parts: [] };
    messages.push(message);
    return message;
  }

  function add({ info, parts: list }: OpencodeMessage, part: object): void {
    parts += 1;
    list.push({ id: id('prt', parts), sessionID, messageID: info.id, ...part });
  }

  function asked(time: string): OpencodeMessage {
    const message = open(time, { role: 'user', time: { created: parseTime(time) ?? 0 }, model });
    prompt = message.info.id;
    return message;
  }

  function answered(time: string, finish: string): OpencodeMessage {
    const at = parseTime(time) ?? 0;
    // An answer belongs to a prompt.
    const parentID = prompt ?? asked(time).info.id;
    return open(time, {
      role: 'assistant',
      parentID,
      mode: 'build',
      ...model,
      path: { cwd, root: cwd },
      cost: 0,
      tokens: NO_TOKENS,
      time: { created: at, completed: at },
      finish,
    });
  }

  function called(message: OpencodeMessage, call: SessionCall, at: number): void {
    const { name: tool, input } = twinCall(call, TWINS);
    for (const _ of call.images) omit('image');
    const output = cutOutput(call.output);
    if (output !== call.output) omit('output');
    const time = { start: at, end: at };
    const state = call.isError
      ? { status: 'error', input, error: output, time }
      : { status: 'completed', input, output, title: '', metadata: {}, time };
    add(message, { type: 'tool', tool, callID: call.id, state });
  }

  function take({ role, time, parts: said, calls }: SessionMessage): void {
    if (role === 'system') {
      omit('notice');
      return;
    }
    const taken = said.flatMap((part): object[] => {
      if (part.type === 'text') return [{ type: 'text', text: part.text }];
      const url = part.type === 'image' && role === 'user' ? imageUrl(part) : undefined;
      if (url?.startsWith('data:')) return [{ type: 'file', mime: url.slice(5, url.indexOf(';')), url }];
      omit(part.type);
      return [];
    });
    if (taken.length === 0 && calls.length === 0) return;
    const reason = calls.length > 0 ? 'tool-calls' : 'stop';
    const message = role === 'user' ? asked(time) : answered(time, reason);
    // What the model says stands in a step; a turn ends with one that stopped.
    if (role === 'assistant') add(message, { type: 'step-start' });
    for (const part of taken) add(message, part);
    for (const call of calls) called(message, call, parseTime(time) ?? 0);
    if (role === 'assistant') add(message, { type: 'step-finish', reason, cost: 0, tokens: NO_TOKENS });
  }

  return {
    begin() {
      if (context.note !== undefined)
        add(asked(context.time), { type: 'text', text: noteText(context.note), synthetic: true });
      return [];
    },
    message(message) {
      take(message);
      return [];
    },
    end() {
      const created = parseTime(context.time) ?? 0;
      const info = {
        id: sessionID,
        slug: `threadline-${suffix}`,
        projectID: 'global',
        directory: cwd,
        title: context.title ?? 'Handed over',
        version: '0.0.0',
        time: { created, updated: lastTime },
      };
      return [{ info, messages }];
    },
  };
}

/** `provider/model`, as its settings name one; the model's own name may hold further slashes. */
function modelNamed(name = ''): typeof NO_MODEL {
  const [, providerID, modelID] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  return providerID === undefined || modelID === undefined ? NO_MODEL : { providerID, modelID };
}

/** OpenCode's ids begin with `ses_`. */
function opencodeSessionId(id: string): string {
  return `ses_${sha256(`session ${id}`).slice(0, 26)}`;
}
