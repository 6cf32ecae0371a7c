/** The families of kinds: the part before the dot. A family has kinds that only some versions write. */
export const FAMILIES: ReadonlySet<string> = new Set([
  ...['session', 'assistant', 'model', 'tool', 'subagent', 'permission', 'hook', 'system', 'agent', 'user', 'skill'],
  ...['auto_mode_switch', 'capabilities', 'command', 'commands', 'elicitation', 'exit_plan_mode', 'external_tool'],
  ...['human_response', 'mcp', 'mcp_app', 'pending_messages', 'sampling', 'sandbox', 'session_limits_exhausted'],
  ...['tool_search', 'ui', 'user_input', 'workflow'],
]);

/** Lines without words for people: what the model is told of its tools, pieces of other lines, questions, counts. */
export const SILENT =
  /^(?:assistant|tool|permission)\.|^model\.(?!call_failure$)|^system\.message$|^session\.(?:start|shutdown|usage_record|skills_loaded|tools_updated|mcp_servers_loaded|background_tasks_changed)$/;
