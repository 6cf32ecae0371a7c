import type { SessionInfo } from '../../sessions/index.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { createThread } from '../../thread/thread.ts';
import { resumeCommand } from '../sessions/sessions-json.ts';
import type { ThreadFacts } from '../transcript/header.ts';

/** Picks out of a thread's events what is known of it as a whole. */
export interface FactGatherer {
  add(event: ThreadEvent): void;
  facts(): ThreadFacts;
}

/** What the list of sessions says about it comes first. */
export function createFactGatherer(info?: SessionInfo): FactGatherer {
  const thread = createThread();
  let model = info?.model;
  let cwd = info?.cwd;
  let version = info?.cliVersion;
  let startedAt = info?.createdAt;
  return {
    add(event) {
      // What a fork was given was used by another thread.
      if (event.inherited) return;
      thread.push(event);
      if ('model' in event) model ??= event.model;
      if ('cwd' in event) cwd ??= event.cwd;
      if (event.type !== 'thread.started') return;
      version ??= event.cli_version;
      startedAt ??= event.started_at ?? event.timestamp;
    },
    facts() {
      const id = info?.id || thread.id;
      return {
        id,
        title: info?.title,
        cwd,
        model,
        version,
        startedAt,
        turns: thread.turns.length,
        usage: thread.usage,
        resume: id ? resumeCommand(id) : undefined,
      };
    },
  };
}
