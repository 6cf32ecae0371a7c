/**
 * Messages of OpenAI's chat completions, as trainers read them. Source: npm `openai` 7.53.0,
 * resources/chat/completions/completions.d.ts; a test compares them with its types.
 */
export type ChatMessage =
  | { role: 'system' | 'developer'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | ChatAnswer
  | { role: 'tool'; tool_call_id: string; content: string };

export type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export interface ChatAnswer {
  role: 'assistant';
  content: string | null;
  tool_calls?: ChatCall[];
  /** No official field: open trainers read it. */
  reasoning_content?: string;
}

export type ChatCall =
  | { id: string; type: 'function'; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } };
