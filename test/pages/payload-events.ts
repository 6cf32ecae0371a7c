import type { Outcome, ThreadEvent, ThreadItem } from '../../src/index.ts';

// Every kind of event, with a payload in every field that holds text.

/** Items in which every text is a payload. */
function payloadItems(text: string): ThreadItem[] {
  return [
    { id: text, type: 'user_message', text, images: [text], role: text },
    { id: 'u', type: 'user_message', text, injected: true },
    { id: 'a', type: 'agent_message', text, phase: text },
    { id: 'r', type: 'reasoning', text },
    {
      id: 'c1',
      type: 'command_execution',
      command: text,
      aggregated_output: text,
      exit_code: 0,
      status: 'completed',
      cwd: text,
    },
    {
      id: 'c2',
      type: 'command_execution',
      command: text,
      aggregated_output: text,
      exit_code: 1,
      status: text,
      stdout: text,
      stderr: text,
    },
    {
      id: 'c3',
      type: 'command_execution',
      command: text,
      aggregated_output: `${text}\n`.repeat(30),
      exit_code: 1,
      status: 'failed',
    },
    {
      id: 'f',
      type: 'file_change',
      status: text,
      changes: [
        { path: text, kind: 'add', new_content: text, old_content: text },
        { path: text, kind: 'update', diff: `@@ ${text} @@\n-${text}\n+${text} x\n`, move_path: text },
        { path: text, kind: 'delete' },
        { path: `${text}.ts`, kind: text, diff: text },
      ],
      stderr: text,
    },
    {
      id: 'm',
      type: 'mcp_tool_call',
      server: text,
      tool: text,
      arguments: { [text]: text, list: [text] },
      result: { content: [{ type: 'text', text }] },
      status: 'completed',
    },
    {
      id: 'me',
      type: 'mcp_tool_call',
      server: text,
      tool: text,
      arguments: text,
      error: { message: text },
      status: 'failed',
    },
    {
      id: 'g',
      type: 'collab_tool_call',
      tool: text,
      receiver_thread_ids: [text],
      prompt: text,
      agents_states: { [text]: { status: text, message: text } },
      status: text,
      output: text,
      new_agent_nickname: text,
    },
    { id: 'w', type: 'web_search', query: text, action: { type: 'search', query: text }, status: 'completed' },
    { id: 'w2', type: 'web_search', query: text, action: { type: 'open_page', url: text }, status: 'completed' },
    {
      id: 'p',
      type: 'todo_list',
      items: [
        { text, completed: true },
        { text, completed: false, status: text },
      ],
      explanation: text,
    },
    {
      id: 't',
      type: 'tool_call',
      name: text,
      input: { [text]: text, deep: { [text]: [text] } },
      output: text,
      status: text,
    },
    {
      id: 't2',
      type: 'tool_call',
      name: 'Task',
      input: { description: text, prompt: text, subagent_type: text },
      output: text,
      status: 'completed',
    },
    { id: 't3', type: 'tool_call', name: 'Read', input: { file_path: text }, output: text, status: 'completed' },
    { id: 'i', type: 'image', purpose: text, path: text, data: text, prompt: text },
    { id: 'i2', type: 'image', purpose: 'view', path: text, data: `data:${text};base64,${text}` },
    { id: 'k', type: 'compaction', summary: text },
    { id: 'e', type: 'error', message: text },
    { id: 'x', type: 'unknown', wire_type: text, data: { [text]: text } },
  ];
}

/** A thread of two turns and a sub-agent in which every text is a payload. */
function payloadEvents(text: string): ThreadEvent[] {
  const events: ThreadEvent[] = [
    {
      type: 'thread.started',
      thread_id: text,
      agent: 'codex',
      model: text,
      cwd: text,
      cli_version: text,
      originator: text,
      started_at: text,
    },
    { type: 'turn.started', turn_id: text, input_text: text, model: text, cwd: text },
    ...payloadItems(text).map(
      (item): ThreadEvent => ({ type: 'item.completed', turn_id: text, item, timestamp: text }),
    ),
    { type: 'item.completed', parent_item_id: 't2', item: { id: 's1', type: 'agent_message', text } },
    {
      type: 'item.completed',
      parent_item_id: 't2',
      item: { id: 's2', type: 'command_execution', command: text, aggregated_output: text, status: 'failed' },
    },
    { type: 'item.delta', item_id: text, delta: { text_delta: text } },
    { type: 'error', message: text, code: text },
    { type: 'context', kind: text, data: { [text]: text } },
    { type: 'unknown', wire_type: text, data: { [text]: text } },
    { type: 'turn.failed', turn_id: text, error: { message: `failed ${text}`, code: text } },
    { type: 'turn.aborted', turn_id: text, reason: text },
  ];
  return events.map((event, index) => ({ ...event, line: index + 1 }));
}

export function payloadOutcomes(text: string): Outcome[] {
  const good = payloadEvents(text).map(
    (event, index): Outcome => ({
      ok: true,
      line: index + 1,
      offset: index,
      events: [event],
      problems: [{ code: 'bad-field', message: text, raw: text }],
    }),
  );
  return [
    ...good,
    {
      ok: false,
      line: good.length + 1,
      offset: good.length,
      error: { code: 'invalid-json', message: text, raw: text },
    },
  ];
}
