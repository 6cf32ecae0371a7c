/** Kinds of `response_item`. A file of a newer version may have kinds and fields that are not listed. */
export type ResponseItemPayload =
  | ResponseItemMessage
  | ResponseItemReasoning
  | ResponseItemFunctionCall
  | ResponseItemFunctionCallOutput
  | ResponseItemCustomToolCall
  | ResponseItemCustomToolCallOutput
  | ResponseItemLocalShellCall
  | ResponseItemOther;

/** A text of either side, or context given to the model. */
export interface ResponseItemMessage {
  type: 'message';
  role: 'user' | 'assistant' | 'developer' | 'system';
  content: ResponseItemPart[];
  id?: string;
  /** Since 0.95: `commentary`, `final_answer`, … */
  phase?: string | null;
}

/** A part of a message, or of an output. */
export type ResponseItemPart =
  | { type: 'input_text' | 'output_text'; text: string }
  | { type: 'input_image'; image_url?: string; file_id?: string; detail?: string }
  | { type: 'input_audio'; audio_url: string }
  | { type: 'encrypted_content'; encrypted_content: string };

/** The model's reasoning. */
export interface ResponseItemReasoning {
  type: 'reasoning';
  /** A summary in parts. */
  summary: { type: 'summary_text'; text: string }[];
  /** The reasoning itself, if the provider gives it. */
  content?: { type: string; text: string }[] | null;
  /** The reasoning in a form that only the provider can read. */
  encrypted_content?: string | null;
  id?: string;
}

/** A call of a tool. */
export interface ResponseItemFunctionCall {
  type: 'function_call';
  name: string;
  /** Since 0.115: the namespace of the name, such as `mcp__server`. */
  namespace?: string;
  /** JSON text. */
  arguments: string;
  call_id: string;
  id?: string;
}

/** The output of a tool call. */
export interface ResponseItemFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  /** A text, which may have an exit code and more above the output itself, or since 0.51 a list of parts. */
  output: string | ResponseItemPart[];
  id?: string;
}

/** A call of a tool that takes plain text, such as `apply_patch`. */
export interface ResponseItemCustomToolCall {
  type: 'custom_tool_call';
  name: string;
  /** Since 0.143. */
  namespace?: string;
  input: string;
  call_id: string;
  status?: string | null;
  id?: string;
}

/** The output of a tool that takes plain text. */
export interface ResponseItemCustomToolCallOutput {
  type: 'custom_tool_call_output';
  call_id: string;
  output: string | ResponseItemPart[];
  name?: string;
  id?: string;
}

/** A command of the model's built-in shell. */
export interface ResponseItemLocalShellCall {
  type: 'local_shell_call';
  call_id?: string | null;
  status: string;
  action: { type: string; command: string[]; [field: string]: unknown };
  id?: string;
}

/** The other kinds, whose fields are not typed here. */
export interface ResponseItemOther {
  type:
    | 'additional_tools'
    | 'agent_message'
    | 'compaction'
    | 'compaction_summary'
    | 'context_compaction'
    | 'ghost_snapshot'
    | 'image_generation_call'
    | 'tool_search_call'
    | 'tool_search_output'
    | 'web_search_call';
  [field: string]: unknown;
}
