import { parseTime } from '../../core/thread/time.ts';
import { createStatusGatherer } from '../facts/session-status.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { vocabulariesOf } from '../sessions/load-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { isSubagent } from '../sessions/session-info.ts';
import type { ToldStory } from './session-story.ts';
import { createStoryFold } from './story-fold.ts';

export interface ReadStoryOptions extends HomeOptions {
  /** Milliseconds since 1970. */
  now?: number | undefined;
  /** Receives the number of further bytes that were read. */
  onBytes?: ((bytes: number) => void) | undefined;
}

/** Reads a session to its end. The history that a fork continues stays out: another session's story has it. */
export async function readStory(path: string, options: ReadStoryOptions = {}): Promise<ToldStory> {
  const { now = Date.now(), onBytes } = options;
  const session = await openSession({ path }, options);
  const { info } = session;
  const status = createStatusGatherer();
  const fold = createStoryFold({ folder: info.cwd, vocabularies: vocabulariesOf(options.agents) });
  for await (const outcomes of session.eventBatches({ ownOnly: true, onBytes })) {
    for (const outcome of outcomes) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        status.add(event);
        fold.add(event, outcome.line);
      }
    }
  }
  return {
    ...fold.story(),
    agent: info.agent ?? 'unknown',
    id: info.id,
    parent: info.parentId,
    project: info.cwd,
    title: info.title ?? info.firstPrompt ?? '',
    status: status.status({ now, modified: parseTime(info.updatedAt) ?? 0, isSubagent: isSubagent(info) }),
    startedAt: parseTime(info.createdAt) ?? 0,
  };
}
