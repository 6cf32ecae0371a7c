/**
 * The content of Codex's session files, from shared formats/codex.md, sections 3 and 5 (source `openai/codex`,
 * `codex-rs/protocol/src/{protocol,models,items}.rs` and `codex-rs/rollout`, and recordings of 0.8 to 0.166).
 *
 * A line since 0.32 is `{timestamp, type, payload}`. `ordinal` grows from line to line in paginated files, from 0 or
 * from the end of the fork's base; `metadata` is beside some response items. Before 0.32 the payload of a
 * `response_item` stands alone, below a header `{id, timestamp, instructions?, git?}`.
 */

/** Lines about the agent, not about the conversation. */
export const BOOKKEEPING_LINES: ReadonlySet<string> = new Set([
  /** `{full, state}`: the model's view of its surroundings, whole or as a merge patch (0.143). */
  'world_state',
  /** `{thread_id, turn_id, response_id, usage, turn_token_usage, thread_token_usage, …}` (0.153). */
  'token_usage_record',
  /** `{trigger_turn}` of the mail before it (0.143). */
  'inter_agent_communication_metadata',
  /** `{scores, sampled_at?}` (0.148). */
  'security_risk_score',
  /** Answers of the person kept by a compaction. */
  'retained_context',
  /** Voice sessions. The shape is not known. */
  'realtime_item',
]);

/** All kinds of lines. */
export const LINE_TYPES: ReadonlySet<string> = new Set([
  /** Only the first one describes the file. */
  'session_meta',
  /** Something that the model answered or was given. */
  'response_item',
  /** Something that was shown. */
  'event_msg',
  /** Settings of a turn, including the model. Before 0.100 once per request. */
  'turn_context',
  /** `{message, replacement_history?, …}`: a summary replaced older context. */
  'compacted',
  /** `{id?, author, recipient, other_recipients, content, trigger_turn}`: mail between agents (0.140). */
  'inter_agent_communication',
  ...BOOKKEEPING_LINES,
]);

/** Response items that are not part of the conversation: offers to the model, snapshots, request controls. */
export const BOOKKEEPING_ITEMS: ReadonlySet<string> = new Set([
  /** `{ghost_commit}`: a snapshot of the working tree (0.51 to 0.125). */
  'ghost_snapshot',
  /** `{role, tools}`: the catalogue of tools. */
  'additional_tools',
  /** `{encrypted_content}`: a summary that only the provider can read, beside a line `compacted`. */
  'compaction',
  'compaction_summary',
  'context_compaction',
  /** Controls of a request. */
  'compaction_trigger',
  'configuration_update',
  'other',
]);

/** All kinds of response items (section 3.4). */
export const RESPONSE_ITEMS: ReadonlySet<unknown> = new Set([
  /** `{role, content: [{type: input_text | output_text | input_image | …}], phase?}`. */
  'message',
  /** `{summary: [{text}], content?: [{text}] | null, encrypted_content}`. */
  'reasoning',
  /** `{name, namespace?, arguments: JSON text, call_id}`. */
  'function_call',
  /** `{call_id, output: text | parts}`. */
  'function_call_output',
  /** `{name, input: free text, call_id}`. */
  'custom_tool_call',
  /** Like `function_call_output`. A call may have several. */
  'custom_tool_call_output',
  /** `{call_id | null, action: {type: exec, command: string[], …}}`; answered by a `function_call_output`. */
  'local_shell_call',
  /** `{call_id | null, execution, arguments: any}`. */
  'tool_search_call',
  /** `{call_id | null, status, execution, tools}`. */
  'tool_search_output',
  /** `{id?, status?, action?}`. */
  'web_search_call',
  /** `{id, status, revised_prompt?, result: base64}`. */
  'image_generation_call',
  /** `{author, recipient, content}`: mail between agents, not the reply (0.138). */
  'agent_message',
  ...BOOKKEEPING_ITEMS,
]);
