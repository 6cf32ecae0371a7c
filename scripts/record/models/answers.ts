/** An event of the Responses API's stream. Only what Codex reads is there. */
export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/** What the model does in one answer: the finished items, in order. */
export type AnswerItem = Record<string, unknown> & { type: string; id: string };

let count = 0;
const nextId = (prefix: string) => {
  count += 1;
  return `${prefix}_${String(count).padStart(8, '0')}`;
};

export function message(text: string): AnswerItem {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: nextId('msg'), status: 'completed', role: 'assistant', content };
}

export function reasoning(...summaries: string[]): AnswerItem {
  const summary = summaries.map((text) => ({ type: 'summary_text', text }));
  return { type: 'reasoning', id: nextId('rs'), summary, encrypted_content: 'mock' };
}

/** The call of a tool that takes JSON. */
export function functionCall(name: string, input: unknown, namespace?: string): AnswerItem {
  const call = { type: 'function_call', id: nextId('fc'), call_id: nextId('call'), status: 'completed' };
  return { ...call, name, arguments: JSON.stringify(input), ...(namespace === undefined ? {} : { namespace }) };
}

/** The call of a tool that takes text. */
export function customCall(name: string, input: string): AnswerItem {
  return { type: 'custom_tool_call', id: nextId('ctc'), call_id: nextId('call'), status: 'completed', name, input };
}

/** A client-side search for tools, which newer versions hide behind it. */
export function toolSearch(query: string): AnswerItem {
  const call = { type: 'tool_search_call', id: nextId('tsc'), call_id: nextId('call'), status: 'completed' };
  return { ...call, execution: 'client', arguments: { query, limit: 8 } };
}

const USAGE = {
  input_tokens: 5000,
  input_tokens_details: { cached_tokens: 4000 },
  output_tokens: 80,
  output_tokens_details: { reasoning_tokens: 60 },
  total_tokens: 5080,
};

/** The stream of a whole answer. Codex also wants a reasoning's parts announced before their text. */
export function streamOf(items: readonly AnswerItem[]): StreamEvent[] {
  const id = nextId('resp');
  const events: StreamEvent[] = [
    { type: 'response.created', response: { id, object: 'response', status: 'in_progress' } },
  ];
  for (const item of items) {
    events.push({ type: 'response.output_item.added', output_index: 0, item });
    events.push({ type: 'response.output_item.done', output_index: 0, item });
  }
  const response = { id, object: 'response', status: 'completed', output: [], usage: USAGE };
  return [...events, { type: 'response.completed', response }];
}
