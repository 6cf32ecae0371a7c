import { isObject } from '../lines/json.ts';
import type { ItemEvent, ThreadEvent } from '../thread/event.ts';
import { KIND } from '../thread/inferred.ts';
import type { CommandExecutionItem, SeenText, ThreadItem, ToolCallItem } from '../thread/item.ts';
import { parseTime } from '../thread/time.ts';
import type { Extra } from '../thread/usage.ts';
import { resolvePath } from '../tools/paths.ts';
import { unwrapShell } from '../tools/shell-words.ts';
import { callActions } from './call-actions.ts';
import { commandReach, type Reach } from './command-reach.ts';
import type { FileAction, FileOp, OpPlace } from './file-op.ts';
import { isReadOnly } from './read-only-command.ts';
import { type OtherCommand, readScript } from './shell-ops.ts';

/** Turns the events of a session into operations on files, in the order of their results. */
export interface FileOps {
  push(event: ThreadEvent): FileOp[];
}

/** `[main abc1234] Subject`: what `git commit` prints. */
const COMMITTED = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] /gm;

/** Claude Code's sub-agents that have no tool to write. */
const READING_AGENTS = new Set<unknown>(['Explore', 'Plan']);

/** The only part of provenance that knows agents: all they keep of a change, beside what items say. */
export function createFileOps(): FileOps {
  let turn = 0;
  let cwd: string | undefined;
  let model: string | undefined;
  /** Calls whose sub-agents' own events were seen. */
  const told = new Set<string>();
  /** Calls of this turn whose changes were given. Codex tells the end of some twice; another process counts anew. */
  const changed = new Set<string>();

  function placeOf(event: ThreadEvent, call: string): OpPlace {
    const { line = 0, timestamp, thread_id, parent_item_id } = event;
    const agentThread = parent_item_id === undefined ? undefined : thread_id;
    return { at: parseTime(timestamp) ?? 0, turn: Math.max(turn, 1), call, line, model, agentThread };
  }

  function itemActions({ item, extra }: ItemEvent): FileAction[] {
    if (isRefused(item)) return [];
    switch (item.type) {
      case 'file_change': {
        // No result said whether the written file is new.
        const isNewUnknown = KIND.every((name) => item.inferred?.includes(name));
        return callActions({
          input: item.call?.input,
          changes: isNewUnknown ? item.changes.map((change) => ({ ...change, kind: 'update' })) : item.changes,
          cwd,
        });
      }
      case 'command_execution':
        return commandActions(item, cwd);
      case 'tool_call':
        return item.name === 'Task' || item.name === 'Agent' ? agentActions(item, extra) : seen(item.seen);
      case 'collab_tool_call':
        return [{ kind: 'agent', cwd }];
      default:
        return [];
    }
  }

  /** A sub-agent that only reads, or whose work is in the events, wrote nothing that is not known. */
  function agentActions({ id, input }: ToolCallItem, extra: Extra | undefined): FileAction[] {
    const kind = isObject(input) ? input.subagent_type : undefined;
    if (told.has(id) || READING_AGENTS.has(kind)) return [];
    const result = extra?.toolUseResult;
    const thread = isObject(result) && typeof result.agentId === 'string' ? result.agentId : undefined;
    return [{ kind: 'agent', cwd, thread }];
  }

  return {
    push(event) {
      if (event.inherited) return [];
      if (event.parent_item_id !== undefined) told.add(event.parent_item_id);
      if (event.type === 'turn.started' && event.parent_item_id === undefined) {
        turn += 1;
        changed.clear();
      }
      if ('cwd' in event && typeof event.cwd === 'string') cwd = event.cwd;
      if ('model' in event && typeof event.model === 'string') model = event.model;
      if (event.type !== 'item.completed' && event.type !== 'item.failed') return [];
      const { id } = event.item;
      const actions = itemActions(event).filter((action) => !isChange(action) || !changed.has(id));
      if (actions.some(isChange)) changed.add(id);
      const place = placeOf(event, id);
      return actions.map((action) => ({ ...place, ...action }));
    },
  };
}

function isChange({ kind }: FileAction): boolean {
  return kind !== 'shell' && kind !== 'see' && kind !== 'agent';
}

function isRefused(item: ThreadItem): boolean {
  const status = 'status' in item ? item.status : undefined;
  // A command that failed may have written before.
  if (item.type === 'command_execution') return status === 'declined' || item.rejected === true;
  return status === 'failed' || status === 'declined' || item.rejected === true || item.call?.is_error === true;
}

function commandActions(
  { command, aggregated_output: output, cwd: own }: Pick<CommandExecutionItem, 'command' | 'aggregated_output' | 'cwd'>,
  folder: string | undefined,
): FileAction[] {
  const script = unwrapShell(command);
  const cwd = own ?? folder;
  const { actions, others } = readScript(script, cwd);
  const commits = script.includes('git') ? Array.from(output.matchAll(COMMITTED), ([, hash = '']) => hash) : [];
  const reach = reachOf(others);
  if (commits.length === 0 && reach.length === 0) return actions;
  return [...actions, { kind: 'shell', command: script, cwd, commits, reach }];
}

function reachOf(others: readonly OtherCommand[]): Reach {
  const found = new Set<string>();
  for (const { command, folder } of others) {
    const reach = isReadOnly(command) ? [] : commandReach(command, folder);
    if (reach === 'anything') return reach;
    for (const path of reach) found.add(path);
  }
  return [...found];
}

/** What a tool that reads was shown: the best witness of a large file. */
function seen(read: SeenText | undefined): FileAction[] {
  if (!read) return [];
  const { path, text, start_line: start = 1, total_lines: total } = read;
  const isWhole = start === 1 && total !== undefined && total === text.split('\n').length;
  return [{ kind: 'see', path: resolvePath(undefined, path), text, start, isWhole }];
}
