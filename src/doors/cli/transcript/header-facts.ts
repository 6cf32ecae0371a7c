import { createThreadFacts, startTime, versionOf } from '../../../core/facts/thread-facts.ts';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { CountedUsage } from '../../../core/thread/usage.ts';
import { createUsageSum } from '../../../core/thread/usage-sum.ts';
import { joinWords } from '../../../core/tools/shell-words.ts';
import type { ChangeSum } from '../../../machine/provenance/change-sum.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import { agentTitle, type CliContext, lineInFolder, resumeWords } from '../agents.ts';
import type { UsedTokens } from '../show/used-tokens.ts';
import { usageJson, usedJson } from '../usage/usage-json.ts';

/** The facts in the header of a transcript. */
export interface HeaderFacts
  extends Pick<SessionInfo, 'title' | 'cwd' | 'model' | 'cliVersion' | 'createdAt' | 'turns'>,
    Pick<SessionInfo, 'starred' | 'tags' | 'note'> {
  id?: string | undefined;
  /** The agent's name for people. */
  agent?: string | undefined;
  usage?: CountedUsage | undefined;
  /** The same by its requests, with their cost, if its file lists them one by one. */
  used?: UsageTotal | undefined;
  /** How much it changed in files. */
  changes?: ChangeSum | undefined;
  /** The command that continues it. */
  resume?: string | undefined;
  /** The same as a line that goes to its folder first. */
  resumeLine?: string | undefined;
  /** The name of the agent, as `agent:ID` takes it. */
  agentName?: string | undefined;
}

/** Gathers the facts of a header from a thread's events. */
export interface HeaderFactGatherer {
  add(event: ThreadEvent): void;
  facts(): HeaderFacts;
}

export interface HeaderFactOptions extends CliContext {
  /** The facts from the list of sessions, which take precedence. */
  info?: SessionInfo | undefined;
  /** The thread's agent if its events do not name it. The wire tells it. */
  writer?(): string | undefined;
}

export function createHeaderFacts({ info, writer, ...context }: HeaderFactOptions): HeaderFactGatherer {
  const gatherer = createThreadFacts();
  const used = createUsageSum();
  return {
    add(event) {
      gatherer.add(event, 0);
      // What a fork inherited was used by another thread.
      if (!event.inherited) used.push(event);
    },
    facts() {
      const { started, cwd, model, turns } = gatherer.facts;
      const id = info?.id || started?.thread_id || undefined;
      const name = info?.agent ?? started?.agent ?? writer?.();
      const began = startTime(gatherer.facts);
      const folder = info?.cwd ?? cwd;
      const words = id && !info?.gone && info?.machine === undefined ? resumeWords(name, id, context) : [];
      return {
        id,
        title: info?.title,
        starred: info?.starred,
        tags: info?.tags,
        note: info?.note,
        cwd: folder,
        agent: agentTitle(name, context),
        agentName: name,
        model: info?.model ?? model,
        cliVersion: info?.cliVersion ?? versionOf(started),
        createdAt: info?.createdAt ?? (began === undefined ? undefined : new Date(began).toISOString()),
        turns: info?.turns ?? turns,
        usage: used.usage,
        resume: words.length === 0 ? undefined : joinWords(words),
        resumeLine: folder === undefined ? undefined : lineInFolder(folder, words),
      };
    },
  };
}

/** The session's facts in `--json`: a contract. Unknown values are null. */
export function factsJson(facts: HeaderFacts, path: string | undefined, used: UsedTokens | undefined): object {
  return {
    agent: facts.agentName ?? null,
    id: facts.id ?? null,
    path: path ?? null,
    title: facts.title ?? null,
    starred: facts.starred === true,
    tags: facts.tags ?? [],
    note: facts.note ?? null,
    cwd: facts.cwd ?? null,
    model: facts.model ?? null,
    version: facts.cliVersion ?? null,
    created_at: facts.createdAt ?? null,
    turns: facts.turns ?? null,
    usage: used?.total ? usedJson(used.total) : facts.usage ? usageJson(facts.usage) : null,
    changes: facts.changes ?? null,
    turn_usage: used?.total && used.turns.length > 0 ? used.turns.map((turn) => (turn ? usedJson(turn) : null)) : null,
    resume_command: facts.resume ?? null,
  };
}
