import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LiveAgent, type LiveEvent, type LiveOptions, type LiveSession, openLive } from 'threadline/live';
import { onTestFinished } from 'vitest';
import { collect, createPlace, type FakePlace } from './fake-session.ts';

const AGENT = fileURLToPath(new URL('../fakes/live/agent.mjs', import.meta.url));
type Line = { in: object } | { out: object } | { mark: string };

/** A session whose agent says what a test wrote down, and waits for what stands there as the client's. */
export interface Scripted extends FakePlace {
  session: LiveSession;
  events: LiveEvent[];
  /** What the client wrote, in order. */
  heard(): Record<string, unknown>[];
}

/** Opens a session on a script. `answer` answers approvals as they come. */
export async function openScripted(
  agent: LiveAgent,
  script: readonly Line[],
  onEvent: (event: LiveEvent) => unknown = () => {},
  more: Partial<LiveOptions> = {},
): Promise<Scripted> {
  const place = createPlace();
  mkdirSync(place.root, { recursive: true });
  const traffic = join(place.root, 'traffic.jsonl');
  writeFileSync(traffic, script.map((line) => `${JSON.stringify(entryOf(line))}\n`).join(''));
  const log = join(place.root, 'heard.ndjson');
  const session = await openLive(agent, {
    cwd: place.root,
    dataFolder: place.data,
    program: [process.execPath, AGENT, traffic],
    ...more,
    environment: { FAKE_LIVE_LOG: log, ...more.environment },
  });
  onTestFinished(async () => void (await session.close({ graceMs: 50 })));
  const heard = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter((line) => line.includes('"message":'))
      .map((line) => JSON.parse(line).message);
  return { ...place, session, events: collect(session, onEvent), heard };
}

function entryOf(line: Line): object {
  if ('mark' in line) return { dir: 'mark', event: line.mark };
  return 'in' in line ? { dir: 'in', line: JSON.stringify(line.in) } : { dir: 'out', line: JSON.stringify(line.out) };
}

const rpc = (fields: object) => ({ jsonrpc: '2.0', ...fields });

/** The lines of an agent of the Agent Client Protocol. */
export const acp = {
  begin: (modes: readonly string[], current = modes[0]): Line[] => [
    { in: rpc({ id: 1, method: 'initialize', params: {} }) },
    { out: rpc({ id: 1, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }) },
    { in: rpc({ id: 2, method: 'session/new', params: {} }) },
    {
      out: rpc({
        id: 2,
        result: {
          sessionId: 's-1',
          modes: { currentModeId: current, availableModes: modes.map((id) => ({ id, name: id })) },
        },
      }),
    },
  ],
  prompt: (text: string, id = 3): Line => ({
    in: rpc({ id, method: 'session/prompt', params: { sessionId: 's-1', prompt: [{ type: 'text', text }] } }),
  }),
  update: (update: object): Line => ({
    out: rpc({ method: 'session/update', params: { sessionId: 's-1', update } }),
  }),
  says: (text: string): Line => acp.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  asks: (id: number, toolCallId: string, command: string): Line => ({
    out: rpc({
      id,
      method: 'session/request_permission',
      params: {
        sessionId: 's-1',
        toolCall: { toolCallId, title: command, kind: 'execute', rawInput: { command } },
        options: [
          { optionId: 'always', name: 'Always', kind: 'allow_always' },
          { optionId: 'once', name: 'Allow', kind: 'allow_once' },
          { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
        ],
      },
    }),
  }),
  answered: (id: number): Line => ({ in: rpc({ id, result: { outcome: { outcome: 'selected', optionId: 'once' } } }) }),
  request: (id: number, method: string): Line => ({ out: rpc({ id, method, params: { sessionId: 's-1' } }) }),
  replied: (id: number): Line => ({ in: rpc({ id, result: {} }) }),
  cancel: (): Line => ({ in: rpc({ method: 'session/cancel', params: { sessionId: 's-1' } }) }),
  ends: (stopReason = 'end_turn', id = 3): Line => ({ out: rpc({ id, result: { stopReason } }) }),
  fails: (error: object, id = 3): Line => ({ out: rpc({ id, error }) }),
};

/** The lines of Claude Code's control protocol. */
export const control = {
  begin: (): Line[] => [
    { in: { type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } } },
    {
      out: { type: 'control_response', response: { subtype: 'success', request_id: 'i', response: { commands: [] } } },
    },
  ],
  prompt: (text: string): Line => ({
    in: { type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } },
  }),
  init: (): Line => ({ out: { type: 'system', subtype: 'init', session_id: 'c-1', model: 'm', tools: [] } }),
  calls: (id: string, name: string, input: object): Line => ({
    out: {
      type: 'assistant',
      session_id: 'c-1',
      message: { id: `m-${id}`, role: 'assistant', model: 'm', content: [{ type: 'tool_use', id, name, input }] },
    },
  }),
  asks: (request_id: string, tool_use_id: string, tool_name: string, input: object): Line => ({
    out: {
      type: 'control_request',
      request_id,
      request: { subtype: 'can_use_tool', tool_name, input, tool_use_id, permission_suggestions: SUGGESTIONS },
    },
  }),
  answered: (request_id: string): Line => ({
    in: { type: 'control_response', response: { subtype: 'success', request_id, response: {} } },
  }),
  ends: (more: object = {}): Line => ({
    out: { type: 'result', subtype: 'success', is_error: false, session_id: 'c-1', result: '', ...more },
  }),
};

const SUGGESTIONS = [
  { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'localSettings' },
];
