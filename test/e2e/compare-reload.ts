import type { UnifiedContent, UnifiedMessage } from 'threadline';

/** The two lists as law 4 compares them, and which exceptions of the closed list made them so. */
export interface Comparable {
  live: object[];
  file: object[];
  exceptions: string[];
}

interface Exception {
  /** Named after the closed list of DESIGN.md, "Live and reload". */
  reason: string;
  applies(message: UnifiedMessage): boolean;
}

const LIVE_ONLY: readonly Exception[] = [
  { reason: 'live: a notice', applies: ({ id, role }) => role === 'system' && /^t\d+\.error\.\d+$/.test(id) },
];

const FILE_ONLY: readonly Exception[] = [
  { reason: 'file: a search for tools', applies: (message) => isCallOf(message, 'tool_search') },
  {
    reason: 'file: a rejected call',
    applies: (message) => /^(apply_patch verification failed|unsupported call)/.test(resultText(message)),
  },
];

/** What only the file tells of a call: see docs/decisions/0005-what-only-the-file-tells.md. */
const FILE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Write: ['content', 'diff'],
  Edit: ['diff', 'new_path', 'old_string', 'new_string'],
};

export interface CompareOptions {
  /** The file says whether an MCP server's answer is an error: since 0.130. */
  recordsMcpErrors: boolean;
}

/**
 * Makes what a run showed live and what its file gives comparable: times, `_original`, `usage` and `model` stand outside
 * of law 4. A message that only one side has is left out if, and only if, the closed list names it.
 */
export function compareReload(
  live: readonly UnifiedMessage[],
  file: readonly UnifiedMessage[],
  options: CompareOptions,
): Comparable {
  const exceptions: string[] = [];
  const shared = (messages: readonly UnifiedMessage[], others: readonly UnifiedMessage[], list: readonly Exception[]) =>
    messages.filter((message) => {
      if (others.some(({ id }) => id === message.id)) return true;
      const exception = list.find(({ applies }) => applies(message));
      if (exception) exceptions.push(exception.reason);
      return !exception;
    });
  const strip = ({ id, role, content, tool, injected }: UnifiedMessage) => ({
    id,
    role,
    tool,
    injected,
    content: content.map((block) => stripBlock(block, options)),
  });
  return {
    live: shared(live, file, LIVE_ONLY).map(strip),
    file: shared(file, live, FILE_ONLY).map(strip),
    exceptions,
  };
}

function stripBlock(block: UnifiedContent, { recordsMcpErrors }: CompareOptions): object {
  if (block.type === 'tool_use') return { ...block, input: stripInput(block.name, block.input) };
  const isMcp = block.type === 'tool_result' && /^t\d+\.mcp__/.test(block.tool_use_id);
  return isMcp && !recordsMcpErrors ? { ...block, is_error: 'not recorded' } : block;
}

function stripInput(name: string, input: Record<string, unknown>): object {
  // That a step is in progress is never told live: it is one that is not done.
  if (name === 'TodoWrite') return JSON.parse(JSON.stringify(input).replaceAll('"in_progress"', '"pending"'));
  const left = FILE_FIELDS[name] ?? [];
  return Object.fromEntries(Object.entries(input).filter(([field]) => !left.includes(field)));
}

function isCallOf({ content }: UnifiedMessage, tool: string): boolean {
  return content.some((block) => block.type === 'tool_use' && block.name === tool);
}

function resultText({ content }: UnifiedMessage): string {
  return content.map((block) => (block.type === 'tool_result' ? block.content : '')).join('');
}
