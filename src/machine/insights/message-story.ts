import { extractText, type ToolUseContent, type UnifiedMessage } from '../../core/messages/message.ts';
import { isPrompt } from '../../core/messages/typed-message.ts';
import { callDetail, resultKey } from './call-detail.ts';
import type { CallDetail, StoryCall, ToldStory } from './session-story.ts';
import { askedOf } from './story-call.ts';
import { testRunOf } from './test-run.ts';

export interface MessageStoryOptions {
  /** The base of relative paths. */
  folder?: string | undefined;
  /** Also tells what makes calls of two sessions alike. */
  details?: boolean | undefined;
  /** Receives what a person said, also again when more of it came. */
  onPrompt?: ((line: number, at: number, text: string) => void) | undefined;
}

/** What the messages of a session tell of its story. */
export interface MessageStory {
  /** Takes a message, also again when more of it came. `now`: the time of the event that changed it. */
  take(message: UnifiedMessage, line: number, now?: number): void;
  story(): Pick<ToldStory, 'calls' | 'prompts'>;
}

export function createMessageStory({ folder, details, onPrompt }: MessageStoryOptions): MessageStory {
  const calls = new Map<string, StoryCall>();
  const prompts = new Set<number>();
  const detailOf = (use: ToolUseContent) => (details ? { detail: callDetail(use, folder) } : {});

  function takeResult(call: StoryCall, detail: CallDetail, content: string): void {
    detail.result = resultKey(content, folder);
    if (call.command !== undefined) detail.tests = testRunOf(call.command, content, call.failed);
  }

  return {
    take(message, line, now) {
      if (message.inherited) return;
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
    },
    story: () => ({
      calls: [...calls.values()].sort((one, other) => one.line - other.line),
      prompts: [...prompts].sort((one, other) => one - other),
    }),
  };
}

/** Clocks jump: a result before its call has no time. */
function timeBetween(from: number, to: number | undefined): number | undefined {
  return from > 0 && to !== undefined && to >= from ? to - from : undefined;
}
