import type { Problem } from '../../../../errors.ts';
import * as coreLimits from '../../../../limits/core.ts';
import type { CommandExecutionItem, FileChange, FileChangeItem, ThreadItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { type CommandPatch, parsePatch, patchOfArgv, patchOfScript } from '../../../tools/apply-patch.ts';
import { resolvePath } from '../../../tools/paths.ts';
import { shellArgv } from '../../../tools/shell-words.ts';
import { anything, optionalFlag, optionalText } from '../../field-checks.ts';
import { type FieldsOf, fieldTable } from '../../field-table.ts';
import type { Call } from './call.ts';
import type { CallPlace } from './call-items.ts';

/** The arguments of a tool that runs a command. `name` is the argument that holds it: a script, or a list of words. */
const argumentsTable = (name: string) =>
  fieldTable((wire) => ({
    run: anything(wire[name]),
    workdir: optionalText(wire.workdir) ?? optionalText(wire.working_directory),
    /** The reason to run outside the sandbox. */
    justification: optionalText(wire.justification),
    sandbox_permissions: optionalText(wire.sandbox_permissions),
    with_escalated_permissions: optionalFlag(wire.with_escalated_permissions),
  }));

const commandTable = argumentsTable('command');
const ARGV = { name: 'command', table: commandTable, isArgv: true };

/** For each tool, the argument to run, and whether it is a list of words or a shell script. */
const TOOLS = new Map([
  ['shell', ARGV],
  ['container.exec', ARGV],
  ['local_shell', ARGV],
  ['local_shell_call', ARGV],
  ['unified_exec', { name: 'input', table: argumentsTable('input'), isArgv: true }],
  ['shell_command', { name: 'command', table: commandTable, isArgv: false }],
  ['exec_command', { name: 'cmd', table: argumentsTable('cmd'), isArgv: false }],
]);

export function commandItem(call: Call, id: string, place: CallPlace, problems: Problem[]): ThreadItem | undefined {
  const { name, args } = call;
  const tool = TOOLS.get(name);
  // `unified_exec` with a session writes to a running process.
  if (!tool || !args || (name === 'unified_exec' && typeof args.session_id === 'string')) return undefined;
  const run = args[tool.name];
  if (typeof run === 'string') {
    const words = shellArgv(run, args.shell, args.login);
    return shellItem(id, tool.table.read(args, problems), place.commandLine(words), patchOfScript(run), place);
  }
  if (!tool.isArgv || !isWords(run)) return undefined;
  return shellItem(id, tool.table.read(args, problems), place.commandLine(run), patchOfArgv(run), place);
}

function shellItem(
  id: string,
  fields: FieldsOf<typeof commandTable>,
  command: string,
  patch: CommandPatch | undefined,
  place: CallPlace,
): ThreadItem {
  const cwd = fields.workdir === undefined ? undefined : resolvePath(place.cwd, fields.workdir);
  const changes = patch && patchChanges(patch.patch, resolvePath(cwd ?? place.cwd, patch.folder ?? '.'));
  if (changes) {
    const extra: Extra & Permissions = { command };
    setPermissions(extra, fields);
    return fileChangeItem(id, changes, extra);
  }
  const item: CommandExecutionItem = {
    id,
    type: 'command_execution',
    command,
    aggregated_output: '',
    exit_code: null,
    status: 'in_progress',
  };
  if (cwd !== undefined) item.cwd = cwd;
  setPermissions(item, fields);
  return item;
}

type Permissions = Pick<CommandExecutionItem, 'justification' | 'sandbox_permissions' | 'with_escalated_permissions'>;

/** Sets why a command wants to leave the sandbox, and how. */
export function setPermissions(
  target: Permissions,
  asked: { [Name in keyof Permissions]?: Permissions[Name] | undefined },
): void {
  const { justification, sandbox_permissions, with_escalated_permissions } = asked;
  if (justification !== undefined) target.justification = justification;
  if (sandbox_permissions !== undefined) target.sandbox_permissions = sandbox_permissions;
  if (with_escalated_permissions !== undefined) target.with_escalated_permissions = with_escalated_permissions;
}

/** `apply_patch` with free text, or with `{input}`. */
export function patchItem(call: Call, id: string, place: CallPlace): ThreadItem | undefined {
  if (call.name !== 'apply_patch') return undefined;
  const text = call.args ? call.args.input : call.input;
  const changes = typeof text === 'string' ? patchChanges(text, place.cwd) : undefined;
  if (!changes) return undefined;
  return fileChangeItem(id, changes);
}

function fileChangeItem(id: string, changes: FileChange[], extra?: Extra): FileChangeItem {
  const item: FileChangeItem = { id, type: 'file_change', changes, status: 'in_progress' };
  return extra ? { ...item, extra } : item;
}

/**
 * The changes of a patch with whole paths, one per file: of a file that is deleted and added anew, only the last is
 * told live. Paths stay relative once the folder before each has made far more text than the patch has.
 */
function patchChanges(patch: string, folder: string | undefined): FileChange[] | undefined {
  const changes = parsePatch(patch);
  if (!changes) return undefined;
  let room = coreLimits.freeJoinedPathsLength + coreLimits.maxJoinedPathsGrowth * patch.length;
  const whole = (path: string): string => {
    room -= folder?.length ?? 0;
    return room < 0 ? path : resolvePath(folder, path);
  };
  const byPath = new Map<string, FileChange>();
  for (const change of changes) {
    change.path = whole(change.path);
    if (typeof change.move_path === 'string') change.move_path = whole(change.move_path);
    byPath.set(change.path, change);
  }
  return [...byPath.values()];
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
