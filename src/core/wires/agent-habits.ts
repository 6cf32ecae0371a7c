/** What an agent's side of the Agent Client Protocol leaves out or adds. Apart from its names, which programs carry that only write. */
export interface Habits {
  /** Its tools that the protocol does not name, known by their kind and by a field of their input. The first that fits counts. */
  tools?: readonly ProtocolTool[];
  /** A field that it adds to the input of commands. */
  addedInput?: string;
  /** What it puts before the ids of calls, which its session files have not. */
  callPrefix?: RegExp;
}

/** A tool as the Agent Client Protocol shows it. */
export interface ProtocolTool {
  /** The agent's own name for it. */
  name: string;
  /** The protocol's: `execute`, `read`, `edit`, … */
  kind: string;
  field: string;
}

const COPILOT_TOOLS: readonly ProtocolTool[] = [
  { kind: 'execute', field: 'command', name: 'bash' },
  { kind: 'read', field: 'path', name: 'view' },
  { kind: 'edit', field: 'file_text', name: 'create' },
  { kind: 'edit', field: 'old_str', name: 'edit' },
  { kind: 'other', field: 'agent_type', name: 'task' },
];

const HABITS = /* @__PURE__ */ new Map<string, Habits>([
  ['opencode', { addedInput: 'cwd' }],
  ['kilo', { addedInput: 'cwd' }],
  ['copilot', { tools: COPILOT_TOOLS }],
  // The number of the turn.
  ['kimi', { callPrefix: /^\d+:/ }],
]);

/** Undefined for an agent without any, or that did not tell who it is. */
export function habitsOf(agent: string | undefined): Habits | undefined {
  return HABITS.get(agent ?? '');
}
