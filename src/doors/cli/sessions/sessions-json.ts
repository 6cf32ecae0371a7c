import { originName } from '../../../core/thread/hand-over.ts';
import type { ListedSession, SessionInfo } from '../../../machine/sessions/index.ts';
import { type CliContext, resumeCommand } from '../agents.ts';
import type { Output } from '../output.ts';
import { ownCommand } from '../own-command.ts';
import { usedJson } from '../usage/usage-json.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ListedChanges } from './listed-changes.ts';
import type { ListedUsage } from './session-usages.ts';

export interface SessionsJsonOptions extends CliContext {
  /** The usage of each, if it was asked for. */
  usage: ListedUsage | undefined;
  /** How much each changed, where it is known. */
  changes?: ListedChanges | undefined;
}

/** `{"sessions":[…]}`, a session a line. Thousands of them are never held as one text. */
export async function writeSessionsJson(
  listed: readonly ListedSession[],
  output: Output,
  options: SessionsJsonOptions,
): Promise<void> {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  output.append('{"sessions":[\n');
  for (const [index, { info }] of listed.entries()) {
    output.append(`${index === 0 ? '' : ','}${encode(sessionJson(info, options))}\n`);
    if (output.isFull) await output.flush();
  }
  output.append(']}\n');
}

/** The form of `--json`: a contract. Unknown values are null. */
function sessionJson(info: SessionInfo, options: SessionsJsonOptions): object {
  // On a server it is a machine's, and another person's as a rule: there is nothing to resume here.
  const isElsewhere = info.gone || info.machine !== undefined;
  const resume = info.id === '' || isElsewhere ? undefined : resumeCommand(info.agent, info.id, options);
  const run = resume && ownCommand(info.id, (id) => ['run', '--resume', id, 'PROMPT'], options);
  const used = options.usage?.own(info);
  const withAgents = options.usage?.withAgents?.(info);
  return {
    agent: info.agent ?? null,
    id: info.id,
    path: info.path,
    created_at: info.createdAt ?? null,
    updated_at: info.updatedAt,
    cwd: info.cwd ?? null,
    title: info.title ?? null,
    first_prompt: info.firstPrompt ?? null,
    turns: info.turns ?? null,
    model: info.model ?? null,
    version: info.cliVersion ?? null,
    source: info.source ?? null,
    status: info.status ?? null,
    archived: info.archived,
    gone: info.gone === true,
    ...(info.ghost && { ghost: info.ghost }),
    compressed: info.compressed,
    parent_id: info.parentId ?? null,
    forked_from_id: info.forkedFromId ?? null,
    copy_of: originName(info.origin) ?? null,
    ...(info.machine !== undefined && { machine: info.machine }),
    size: info.size,
    starred: info.starred === true,
    tags: info.tags ?? [],
    note: info.note ?? null,
    problems: info.problems.map(({ code, message }) => ({ code, message })),
    usage: used ? usedJson(used) : null,
    // Where the list has rows for sub-agents, each has its own.
    ...(options.usage?.withAgents && { usage_with_agents: withAgents ? usedJson(withAgents) : null }),
    changes: options.changes?.(info) ?? null,
    resume_command: resume ?? null,
    run_command: run ?? null,
  };
}
