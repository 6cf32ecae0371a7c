import { extractText, type ToolUseContent, type UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { isPrompt } from '../../core/messages/typed-message.ts';
import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { parseTime } from '../../core/thread/time.ts';
import { machineLimits } from '../../limits/machine.ts';
import { callDetail, resultKey } from './call-detail.ts';
import { offeredTools } from './offered-tools.ts';
import type { CallDetail, StoryCall, ToldStory } from './session-story.ts';
import { askedOf } from './story-call.ts';
import { testRunOf } from './test-run.ts';

/** What the events of a session tell of its story. */
export type ToldByEvents = Pick<ToldStory, 'calls' | 'prompts' | 'compactions' | 'counts' | 'offered'>;

/** Folds the events of one session. */
export interface StoryFold {
  /** `line`: of the outcome that the event came with. */
  add(event: ThreadEvent, line: number): void;
  story(): ToldByEvents;
}

export interface StoryFoldOptions {
  /** The base of relative paths. */
  folder?: string | undefined;
  vocabularies?: readonly AgentVocabulary[] | undefined;
  /** Also tells what makes calls of two sessions alike. */
  details?: boolean | undefined;
  /** Receives what a person said, also again when more of it came. */
  onPrompt?: ((line: number, at: number, text: string) => void) | undefined;
}

/** Calls are read from messages, so that names and failures are those of every list and page. */
export function createStoryFold({ folder, vocabularies, details, onPrompt }: StoryFoldOptions = {}): StoryFold {
  const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies });
  const calls = new Map<string, StoryCall>();
  const prompts = new Set<number>();
  const compactions: number[] = [];
  const counts = new Set<number>();
  const offered = new Map<string, number>();

  /** `now`: the time of the event that changed the message. */
  function takeMessage(message: UnifiedMessage, now?: number): void {
    if (message.inherited) return;
    const line = lineOf(message);
    const said = message.role === 'user' && message.parent === undefined ? extractText(message) : '';
    if (said !== '') {
      prompts.add(line);
      if (onPrompt && isPrompt(message)) onPrompt(line, message.timestamp, said);
    }
    for (const block of message.content) {
      if (block.type === 'tool_use') {
        const known = calls.get(block.id);
        // A call that was refused gives its id to the same call in earnest.
        if (known?.line === line) Object.assign(known, askedOf(block, folder), detailOf(block));
        else
          calls.set(block.id, {
            ...askedOf(block, folder),
            ...detailOf(block),
            line,
            at: message.timestamp,
            failed: false,
            resultLength: 0,
          });
      } else if (block.type === 'tool_result') {
        const call = calls.get(block.tool_use_id);
        if (!call) continue;
        call.failed = block.is_error;
        call.resultLength = block.content.length;
        if (call.detail) takeResult(call, call.detail, block.content);
        call.ms ??= timeBetween(call.at, now);
      }
    }
  }

  function takeResult(call: StoryCall, detail: CallDetail, content: string): void {
    detail.result = resultKey(content, folder);
    if (call.command !== undefined) detail.tests = testRunOf(call.command, content, call.failed);
  }

  const detailOf = (use: ToolUseContent) => (details ? { detail: callDetail(use, folder) } : {});

  return {
    add(event, line) {
      if (event.inherited) return;
      for (const message of builder.push(event)) takeMessage(message, parseTime(event.timestamp));
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
      for (const message of builder.end()) takeMessage(message);
      const sorted = [...calls.values()].sort((one, other) => one.line - other.line);
      return { calls: sorted, prompts: [...prompts].sort((one, other) => one - other), compactions, counts, offered };
    },
  };
}

function lineOf({ _original: original }: UnifiedMessage): number {
  return original && 'line' in original && typeof original.line === 'number' ? original.line : 0;
}

/** Clocks jump: a result before its call has no time. */
function timeBetween(from: number, to: number | undefined): number | undefined {
  return from > 0 && to !== undefined && to >= from ? to - from : undefined;
}
