import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { parseTime } from '../../core/thread/time.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createMessageStory, type MessageStoryOptions } from './message-story.ts';
import { offeredTools } from './offered-tools.ts';
import type { ToldStory } from './session-story.ts';

/** What the events of a session tell of its story. */
export type ToldByEvents = Pick<ToldStory, 'calls' | 'prompts' | 'compactions' | 'counts' | 'offered'>;

/** Folds the events of one session. */
export interface StoryFold {
  /** `line`: of the outcome that the event came with. */
  add(event: ThreadEvent, line: number): void;
  story(): ToldByEvents;
}

export interface StoryFoldOptions extends MessageStoryOptions {
  vocabularies?: readonly AgentVocabulary[] | undefined;
}

/** Calls are read from messages, so that names and failures are those of every list and page. */
export function createStoryFold({ folder, vocabularies, details, onPrompt }: StoryFoldOptions = {}): StoryFold {
  const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies });
  const said = createMessageStory({ folder, details, onPrompt });
  const compactions: number[] = [];
  const counts = new Set<number>();
  const offered = new Map<string, number>();

  return {
    add(event, line) {
      if (event.inherited) return;
      for (const message of builder.push(event)) said.take(message, lineOf(message), parseTime(event.timestamp));
      if (event.type === 'token_count') counts.add(line);
      else if (event.type === 'item.completed' && event.item.type === 'compaction') compactions.push(line);
      for (const name of offeredTools(event)) {
        if (offered.size < machineLimits.maxOfferedTools && !offered.has(name)) offered.set(name, line);
      }
      // A call that runs through so many messages loses its result.
      const { length } = builder.messages;
      if (length > 2 * machineLimits.maxStoryMessages) builder.release(length - machineLimits.maxStoryMessages);
    },
    story() {
      for (const message of builder.end()) said.take(message, lineOf(message));
      return { ...said.story(), compactions, counts, offered };
    },
  };
}

function lineOf({ _original: original }: UnifiedMessage): number {
  return original && 'line' in original && typeof original.line === 'number' ? original.line : 0;
}
