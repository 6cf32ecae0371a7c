import type { Source } from '../../sessions/index.ts';
import type { ThreadFacts } from '../transcript/header.ts';

/** What `--json` says of the session as a whole: a contract. What is not known is null. */
export function factsJson(facts: ThreadFacts, { info }: Source): object {
  return {
    id: facts.id ?? null,
    path: info?.path ?? null,
    title: facts.title ?? null,
    cwd: facts.cwd ?? null,
    model: facts.model ?? null,
    version: facts.version ?? null,
    created_at: facts.startedAt ?? null,
    turns: facts.turns ?? null,
    usage: facts.usage ?? null,
    resume_command: facts.resume ?? null,
  };
}
