import type { ThreadEvent } from '../../../core/thread/event.ts';
import { createThread } from '../../../core/thread/thread.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { agentTitle, type CliContext, resumeCommand } from '../agents.ts';
import type { UsedTokens } from '../show/used-tokens.ts';
import { usageJson, usedJson } from '../usage/usage-json.ts';
import type { ThreadFacts } from './header.ts';

/** Picks out of a thread's events what is known of it as a whole. */
export interface FactGatherer {
  add(event: ThreadEvent): void;
  facts(): ThreadFacts;
}

export interface FactOptions extends CliContext {
  /** What the list of sessions says about it, which comes first. */
  info?: SessionInfo | undefined;
  /** Whose thread it is, where its events do not say so: known by how it is written. */
  writer(): string | undefined;
}

export function createFactGatherer({ info, writer, ...context }: FactOptions): FactGatherer {
  const thread = createThread();
  let agent = info?.agent;
  let model = info?.model;
  let cwd = info?.cwd;
  let version = info?.cliVersion;
  let startedAt = info?.createdAt;
  /** Turns that the thread was given. */
  const given = new Set<string>();
  return {
    add(event) {
      // What a fork was given was used by another thread.
      if (event.inherited) {
        if (event.turn_id !== undefined) given.add(event.turn_id);
        return;
      }
      if (event.type === 'turn.started' && event.turn_id !== undefined) given.delete(event.turn_id);
      // What the CLI adds when it goes on stands in the last turn that was given, and makes it none of the thread's own.
      if (event.turn_id === undefined || !given.has(event.turn_id)) thread.push(event);
      if ('model' in event) model ??= event.model;
      if ('cwd' in event) cwd ??= event.cwd;
      if (event.type !== 'thread.started') return;
      agent ??= event.agent;
      version ??= event.cli_version;
      startedAt ??= event.started_at ?? event.timestamp;
    },
    facts() {
      const id = info?.id || thread.id;
      const name = agent ?? writer();
      return {
        id,
        title: info?.title,
        cwd,
        agent: agentTitle(name, context),
        model,
        version,
        startedAt,
        turns: thread.turns.length,
        usage: thread.usage,
        resume: id ? resumeCommand(name, id, context) : undefined,
      };
    },
  };
}

/** What `--json` says of the session as a whole: a contract. What is not known is null. */
export function factsJson(facts: ThreadFacts, info: SessionInfo | undefined, used: UsedTokens | undefined): object {
  return {
    id: facts.id ?? null,
    path: info?.path ?? null,
    title: facts.title ?? null,
    cwd: facts.cwd ?? null,
    model: facts.model ?? null,
    version: facts.version ?? null,
    created_at: facts.startedAt ?? null,
    turns: facts.turns ?? null,
    usage: used?.total ? usedJson(used.total) : facts.usage ? usageJson(facts.usage) : null,
    turn_usage: used?.total && used.turns.length > 0 ? used.turns.map((turn) => (turn ? usedJson(turn) : null)) : null,
    resume_command: facts.resume ?? null,
  };
}
