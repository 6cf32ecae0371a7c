import { type AnswerItem, customCall, functionCall } from './answers.ts';

/** A tool that Codex offers to the model. */
interface OfferedTool {
  kind: string;
  name: string;
  /** The group that it stands in, for the tools of MCP servers. */
  namespace?: string;
}

/** A request of Codex to the model. Only what the scripts look at. */
export interface ModelRequest {
  tools?: unknown;
  input?: unknown;
}

/** Calls tools by the names and in the forms in which this version of Codex offers them. */
export interface Toolbox {
  shell(command: string): AnswerItem;
  patch(patch: string): AnswerItem;
  /** Undefined when it is not offered. */
  plan(steps: readonly { step: string; status: string }[]): AnswerItem | undefined;
  /** Undefined when it is not offered yet: newer versions want a search first. */
  mcp(server: string, tool: string, input: unknown): AnswerItem | undefined;
  /** True if a tool of this name is offered, in whatever group. */
  find(name: string): boolean;
  /** A call of any tool that takes JSON; undefined when it is not offered. */
  call(name: string, input: unknown): AnswerItem | undefined;
}

export function createToolbox(request: ModelRequest): Toolbox {
  const tools = [...offeredTools(request.tools), ...offeredTools(searchedTools(request.input))];
  const find = (name: string) => tools.find((tool) => tool.name === name);

  return {
    shell(command) {
      if (find('exec_command')) return functionCall('exec_command', { cmd: command, yield_time_ms: 30_000 });
      if (find('shell_command')) return functionCall('shell_command', { command });
      return functionCall('shell', { command: ['bash', '-lc', command] });
    },
    patch(patch) {
      const tool = find('apply_patch');
      return tool?.kind === 'function'
        ? functionCall('apply_patch', { input: patch })
        : customCall('apply_patch', patch);
    },
    plan(plan) {
      return find('update_plan') ? functionCall('update_plan', { plan }) : undefined;
    },
    mcp(server, name, input) {
      const tool = tools.find(
        (offered) =>
          offered.name === `mcp__${server}__${name}` || (offered.name === name && offered.namespace?.includes(server)),
      );
      return tool && functionCall(tool.name, input, tool.namespace);
    },
    find: (name) => find(name) !== undefined,
    call(name, input) {
      const tool = find(name);
      return tool && functionCall(tool.name, input, tool.namespace);
    },
  };
}

function offeredTools(tools: unknown, namespace?: string): OfferedTool[] {
  return list(tools).flatMap((tool) => {
    const { type: kind, name = kind } = tool;
    if (typeof kind !== 'string' || typeof name !== 'string') return [];
    if (kind === 'namespace') return offeredTools(tool.tools, name);
    return [{ kind, name, ...(namespace === undefined ? {} : { namespace }) }];
  });
}

/** The tools that searches brought up. */
function searchedTools(input: unknown): unknown[] {
  return list(input).flatMap((item) => (item.type === 'tool_search_output' ? list(item.tools) : []));
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
