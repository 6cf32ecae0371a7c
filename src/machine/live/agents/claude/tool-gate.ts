import { isPlainLook } from '../../policy/plain-look.ts';
import type { Fields } from '../../protocols/fields.ts';
import { fieldsOf, textOf } from '../../protocols/fields.ts';

/** Tools that look, plan or ask, and change nothing. Those that start an agent: what it does is asked for itself. */
const LOOKING = new Set([
  ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'ToolSearch', 'BashOutput', 'TaskOutput', 'AgentOutputTool'],
  ...['TodoWrite', 'TodoRead', 'TaskCreate', 'TaskUpdate', 'TaskGet', 'TaskList', 'ListAgents', 'ReportFindings'],
  ...['Task', 'Agent', 'AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'ListMcpResourcesTool'],
]);
const EDITING = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/**
 * What our hook says before each tool. `ask` makes the agent ask, whatever rules and hooks of the project allow: of several
 * hooks, deny wins over ask and ask over allow. No decision leaves it to the agent's mode.
 */
export function hookDecision(input: Fields, mode: string): Fields {
  if (input.hook_event_name !== 'PreToolUse' || !isAsked(input, mode)) return {};
  const permissionDecisionReason = 'threadline asks';
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason },
  };
}

function isAsked({ tool_name, tool_input }: Fields, mode: string): boolean {
  if (mode === 'bypassPermissions' || mode === 'dontAsk' || mode === 'auto') return false;
  const tool = textOf(tool_name) ?? '';
  if (LOOKING.has(tool)) return false;
  if (EDITING.has(tool)) return mode !== 'acceptEdits';
  return tool !== 'Bash' || !isPlainLook(textOf(fieldsOf(tool_input).command) ?? '');
}
