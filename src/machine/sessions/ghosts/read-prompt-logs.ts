import type { ThreadEvent } from '../../../core/thread/event.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { createReaderOf } from '../../../core/wires/create-reader.ts';
import { promptLog } from '../../../core/wires/prompt-log/wire.ts';
import { ThreadlineError } from '../../../errors.ts';
import { findHomes, type HomeOptions } from '../homes.ts';
import { fileBytes } from '../plain-bytes.ts';
import { type AgentStore, normaliseId, type PromptLog } from '../store.ts';

/** A prompt of a log, with the place that it was found in. */
export interface LoggedPrompt {
  agent: AgentStore;
  home: string;
  /** The path of the log. */
  path: string;
  /** The session that it was typed in. Empty if the log does not say. */
  session: string;
  folder: string | undefined;
  text: string;
  /** Milliseconds since 1970; 0 if the log does not say. */
  at: number;
}

/** Some versions write a prompt several times at once. */
const SAME_MS = 2;

/** Reads the prompts of every log in the homes, oldest first. A log that cannot be read is told and left out. */
export async function readPromptLogs(options: HomeOptions): Promise<LoggedPrompt[]> {
  const prompts: LoggedPrompt[] = [];
  for (const { agent, home } of findHomes(options)) {
    for (const log of agent.store.promptLogs?.(home) ?? []) {
      try {
        for await (const prompt of promptsIn(log, agent, home.path)) prompts.push(prompt);
      } catch (error) {
        if (!(error instanceof ThreadlineError)) throw error;
        if (error.code === 'not-found') continue;
        options.onProblem?.({ code: 'unreadable', message: error.message, path: log.path });
      }
    }
  }
  return withoutDoubles(prompts.sort((one, other) => one.at - other.at));
}

async function* promptsIn(log: PromptLog, agent: AgentStore, home: string): AsyncGenerator<LoggedPrompt> {
  const reader = createReaderOf([promptLog], { wire: promptLog.name });
  let folder: string | undefined;
  let isOwn = false;

  function* told(events: readonly ThreadEvent[]): Generator<LoggedPrompt> {
    for (const event of events) {
      if (event.type === 'thread.started') {
        folder = event.cwd ?? log.project;
        // A home that was named is looked at as every agent's, and the logs of two have the same name.
        isOwn = event.agent === agent.name;
      }
      if (!isOwn || event.type !== 'item.completed' || event.item.type !== 'user_message') continue;
      const { thread_id: session = '', timestamp, item } = event;
      const at = parseTime(timestamp) ?? 0;
      yield { agent, home, path: log.path, session: normaliseId(session), folder, text: item.text, at };
    }
  }

  for await (const chunk of fileBytes({ path: log.path, realPath: log.path })) {
    for (const outcome of reader.push(chunk)) if (outcome.ok) yield* told(outcome.events);
  }
  for (const outcome of reader.end()) if (outcome.ok) yield* told(outcome.events);
}

function withoutDoubles(prompts: readonly LoggedPrompt[]): LoggedPrompt[] {
  const last = new Map<string, number>();
  return prompts.filter(({ agent, session, folder, text, at }) => {
    const key = JSON.stringify([agent.name, session, folder, text]);
    const before = last.get(key);
    last.set(key, at);
    return before === undefined || at - before > SAME_MS;
  });
}
