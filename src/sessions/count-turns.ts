import type { HomeOptions } from './homes.ts';
import { locateFile } from './locate-file.ts';
import type { SessionFile } from './session-file.ts';
import { sessionOutcomes } from './session-outcomes.ts';

/**
 * How many turns a session has of its own: one more is the `firstTurn` of a run that resumes it. The whole file is
 * read. Throws a ThreadlineError where there is no such session.
 */
export async function countTurns(idOrPath: string, options: HomeOptions = {}): Promise<number> {
  return countTurnsOf(await locateFile(idOrPath, options));
}

export async function countTurnsOf(file: SessionFile): Promise<number> {
  const turns = new Set<string | undefined>();
  for await (const batch of sessionOutcomes(file)) {
    for (const outcome of batch) {
      if (!outcome.ok) continue;
      for (const event of outcome.events)
        if (event.type === 'turn.started' && !event.inherited) turns.add(event.turn_id);
    }
  }
  return turns.size;
}
