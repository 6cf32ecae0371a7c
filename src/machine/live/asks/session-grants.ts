import type { ApprovalRequest } from '../live-protocol.ts';

/** Grants for the life of this process: for what was allowed, to the byte, and for nothing that is like it. */
export interface SessionGrants {
  add(key: string): void;
  has(key: string | undefined): boolean;
}

export function createSessionGrants(): SessionGrants {
  const granted = new Set<string>();
  return {
    add: (key) => void granted.add(key),
    has: (key) => key !== undefined && granted.has(key),
  };
}

/**
 * Equal for equal requests: the same kind, tool, command or input, folder, thread and sub-agent. Undefined for a request
 * that does not say what would be done: nothing can equal it.
 */
export function grantKey(request: ApprovalRequest, threadId: string, cwd: string): string | undefined {
  const { kind, tool, command, input, changes, url, agent_id } = request;
  const told = [command, input, changes, url];
  if (told.every((value) => value === undefined) || isEmpty(input, told)) return undefined;
  try {
    return JSON.stringify([kind, tool ?? null, ...told.map((value) => value ?? null), cwd, threadId, agent_id ?? null]);
  } catch {
    return undefined;
  }
}

/** An object without members, and nothing else, says nothing. */
function isEmpty(input: unknown, told: readonly unknown[]): boolean {
  const rest = told.filter((value) => value !== undefined && value !== input);
  return rest.length === 0 && typeof input === 'object' && input !== null && Object.keys(input).length === 0;
}
