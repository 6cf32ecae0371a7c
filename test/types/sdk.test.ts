import { describe, expect, it } from 'vitest';
import { installOfficialSdk } from '../official-sdk.ts';
import { runTsc } from './run-tsc.ts';

const consumer = `
import type { ThreadEvent as SdkThreadEvent, ThreadItem as SdkThreadItem } from '@openai/codex-sdk';
import { createThread, isSdkEvent, type SdkEvent, type SdkItem, type ThreadEvent, type ThreadItem } from 'threadline';

type IsAny<T> = 0 extends 1 & T ? true : false;

export const sdkIsThere: [IsAny<SdkThreadEvent>, IsAny<SdkMcpContent>] = [false, false];
type SdkMcpContent = NonNullable<Extract<SdkThreadItem, { type: 'mcp_tool_call' }>['result']>['content'][number];

export function ours(event: SdkThreadEvent): ThreadEvent {
  createThread().push(event);
  return event;
}
export const oursItem = (item: SdkThreadItem): ThreadItem => item;

export function sdks(event: ThreadEvent): SdkThreadEvent | undefined {
  return isSdkEvent(event) ? event : undefined;
}

// No kind of event is lost on the way.
export function kinds(event: ThreadEvent): SdkThreadEvent['type'] | undefined {
  if (!isSdkEvent(event)) return undefined;
  const kind: SdkThreadEvent['type'] = event.type;
  const same: typeof event.type = kind;
  if (event.type === 'item.completed' && event.item.type === 'command_execution') event.item.command.trim();
  if (event.type === 'item.completed' && event.item.type === 'mcp_tool_call') event.item.server.concat(event.item.tool);
  if (event.type === 'turn.completed') event.usage.input_tokens.toFixed();
  if (event.type === 'turn.completed') event.usage.cached_input_tokens.toFixed(event.usage.reasoning_output_tokens);
  return same;
}

// Equal, not only assignable.
export const same = (event: SdkThreadEvent): SdkEvent => event;
export const sameBack = (event: SdkEvent): SdkThreadEvent => event;
export const sameItem = (item: SdkThreadItem): SdkItem => item;
export const sameItemBack = (item: SdkItem): SdkThreadItem => item;
`;

describe('the types of the official SDK', () => {
  it('are assignable to ours, and isSdkEvent narrows ours to them', { timeout: 300_000 }, async (context) => {
    const folder = await installOfficialSdk();
    if (typeof folder !== 'string') return context.skip(folder.skip);
    expect(await runTsc(consumer, folder)).toBe('');
  });

  it('would be told apart if they were not', { timeout: 300_000 }, async (context) => {
    const folder = await installOfficialSdk();
    if (typeof folder !== 'string') return context.skip(folder.skip);
    const wrong = `
import type { ThreadEvent as SdkThreadEvent } from '@openai/codex-sdk';
import type { ThreadEvent } from 'threadline';
export const unguarded = (event: ThreadEvent): SdkThreadEvent => event;
`;
    expect(await runTsc(wrong, folder)).toContain('TS2322');
  });
});
