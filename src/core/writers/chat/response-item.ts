/**
 * Items of OpenAI's Responses. Source: npm `openai` 7.53.0, resources/responses/responses.d.ts (ResponseInputItem); a test
 * compares them with its types.
 */
export type ResponseItem =
  | { type: 'message'; role: 'user' | 'system' | 'developer'; content: InputPart[] }
  | ResponseAnswer
  | ResponseReasoning
  | { type: 'function_call'; call_id: string; name: string; arguments: string; status: 'completed' }
  | { type: 'function_call_output'; call_id: string; output: string | InputPart[] }
  | { type: 'custom_tool_call'; call_id: string; name: string; input: string }
  | { type: 'custom_tool_call_output'; call_id: string; output: string | InputPart[] };

export type InputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' };

export interface ResponseAnswer {
  type: 'message';
  id: string;
  role: 'assistant';
  status: 'completed';
  content: { type: 'output_text'; text: string; annotations: [] }[];
  phase?: 'commentary' | 'final_answer';
}

export interface ResponseReasoning {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  content?: { type: 'reasoning_text'; text: string }[];
}
