import type { GrowthShape } from './shapes.ts';

/** Connections of an agent and its client that are long in one way: what both say, in envelopes. */

const said = (dir: 'in' | 'out', message: object): string =>
  JSON.stringify({ t: 0, dir, line: JSON.stringify(message) });

function repeated(count: number, make: (index: number) => string[]): string[] {
  return Array.from({ length: count }, (_, index) => make(index)).flat();
}

const update = (fields: object) =>
  said('out', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: fields } });
const note = (method: string, params: object) =>
  said('out', { method, params: { threadId: 't', turnId: 'u', ...params } });
const printed = (fields: object) => said('out', { session_id: 's', ...fields });

const thread = said('out', { method: 'thread/started', params: { thread: { id: 't', preview: '' } } });

export const liveShapes: readonly GrowthShape[] = [
  {
    name: 'questions of Claude Code and their answers',
    lines: (count) =>
      repeated(Math.ceil(count / 4), (i) => {
        const call = { name: 'Bash', input: { command: `ls ${i}` } };
        const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: call.input, tool_use_id: `t${i}` };
        const content = [{ type: 'tool_result', tool_use_id: `t${i}`, content: 'ok' }];
        return [
          printed({
            type: 'assistant',
            message: { id: `m${i}`, content: [{ type: 'tool_use', id: `t${i}`, ...call }] },
          }),
          said('out', { type: 'control_request', request_id: `r${i}`, request }),
          said('in', { type: 'control_response', response: { subtype: 'success', request_id: `r${i}`, response: {} } }),
          printed({ type: 'user', message: { role: 'user', content } }),
        ];
      }),
  },
  {
    name: 'prompts that wait while Claude Code prints others',
    lines: (count) => [
      ...repeated(Math.ceil(count / 2), (i) => [
        said('in', {
          type: 'user',
          session_id: '',
          parent_tool_use_id: null,
          message: { role: 'user', content: `p ${i}` },
        }),
      ]),
      ...repeated(Math.ceil(count / 2), (i) => [
        printed({ type: 'user', uuid: `u${i}`, message: { role: 'user', content: `other ${i}` } }),
      ]),
    ],
  },
  {
    name: 'deltas of a message of codex app-server',
    lines: (count) => [
      thread,
      ...repeated(count, (i) => [note('item/agentMessage/delta', { itemId: 'm', delta: `word ${i} ` })]),
    ],
  },
  {
    name: 'threads of one connection',
    lines: (count) => repeated(count, (i) => [note('turn/started', { threadId: `t${i}`, turn: { id: 'u' } })]),
  },
  {
    name: 'pieces of a text by the Agent Client Protocol',
    lines: (count) =>
      repeated(count, (i) => [
        update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `word ${i} ` } }),
      ]),
  },
  {
    name: 'pieces of what a command prints by the Agent Client Protocol',
    lines: (count) => [
      update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x', kind: 'execute', status: 'in_progress' }),
      ...repeated(count, (i) => [
        update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c',
          status: 'in_progress',
          _meta: { terminal_output_delta: { data: `line ${i}\n` } },
        }),
      ]),
    ],
  },
  {
    name: 'turns with a call that nobody ends by the Agent Client Protocol',
    lines: (count) =>
      repeated(Math.ceil(count / 3), (i) => [
        said('in', { jsonrpc: '2.0', id: i, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }),
        update({ sessionUpdate: 'tool_call', toolCallId: `c${i}`, title: 'x', kind: 'execute', status: 'pending' }),
        said('out', { jsonrpc: '2.0', id: i, result: { stopReason: i % 2 === 0 ? 'end_turn' : 'cancelled' } }),
      ]),
  },
];
