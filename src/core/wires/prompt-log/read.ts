import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { AgentName, ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { dialectOf } from './dialect.ts';
import { type LoggedPrompt, readPrompt } from './records.ts';

/** Gives each prompt as a turn of its session. A log has prompts of many sessions, one after the other and mixed. */
export function createPromptLogReader(): WireReader {
  let agent: AgentName | undefined;
  let thread: string | undefined;
  let folder: string | undefined;
  let turns = 0;

  function promptEvents(prompt: LoggedPrompt, line: number): ThreadEvent[] {
    const { session = '', text, extra } = prompt;
    const events: ThreadEvent[] = [];
    if (session !== thread || prompt.folder !== folder) {
      ({ agent, folder } = prompt);
      thread = session;
      const started: ThreadEvent = { type: 'thread.started', agent: prompt.agent, thread_id: session };
      events.push(withDefined(started, { cwd: folder, ...(session === '' && { inferred: ['thread_id'] }) }));
    }
    turns += 1;
    const item = { id: `L${line}.1`, type: 'user_message' as const, text, inferred: ['id'] };
    events.push(
      { type: 'turn.started', inferred: true },
      withDefined<ThreadEvent>({ type: 'item.completed', item }, { extra }),
      // The answer is in no log.
      { type: 'turn.completed', inferred: true },
    );
    return events;
  }

  return {
    read(record: JsonObject, line: number, problems: Problem[]) {
      const dialect = dialectOf(record);
      if (!dialect) return [{ type: 'unknown', wire_type: 'prompt-log', data: record, line }];
      const prompt = readPrompt(record, dialect, problems);
      const timestamp = timeOf(prompt.at);
      const events = promptEvents(prompt, line);
      for (const event of events) {
        event.line = line;
        if (prompt.session !== undefined) event.thread_id = prompt.session;
        if (event.type !== 'thread.started') event.turn_id = `synthetic-turn-${turns}`;
        if (timestamp !== undefined) event.timestamp = timestamp;
      }
      return events;
    },
    end: () => [],
    agent: () => agent,
  };
}

function timeOf(at: string | number | undefined): string | undefined {
  return typeof at === 'string' ? at : timeFrom(at);
}
