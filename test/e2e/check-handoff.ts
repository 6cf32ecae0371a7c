import { extractText, type UnifiedMessage } from 'threadline';
import type { RunResult } from 'threadline/run';
import { type HandedOff, handOff, loadSession, type SessionKey } from 'threadline/sessions';
import { expect } from 'vitest';
import type { Sent } from './hand-over-harness.ts';
import { ANSWER, type HandOffShop, type HandOffTarget } from './handoff-harness.ts';

const PROMPTS = ['First new prompt.', 'Second new prompt.'] as const;

/** Hands a thread over, resumes it twice, and checks what the model was sent and what the file says afterwards. */
export async function checkHandOff(
  session: SessionKey,
  { agent }: HandOffTarget,
  shop: HandOffShop,
): Promise<HandedOff> {
  const handed = await handOff({ session, to: agent, env: shop.env, cwd: shop.project });
  const before = await loadSession({ path: handed.path });
  const said = before
    .filter(({ role }) => role !== 'system')
    .map(extractText)
    .filter((text) => text.trim() !== '');
  const tools = before.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'));
  const asked: string[] = [];
  for (const prompt of PROMPTS) {
    const { result, sent } = await shop.resume(handed.id, prompt);
    expect(result).toMatchObject({ ok: true, exitCode: 0, threadId: handed.id });
    checkSent(sent, [...said, ...asked, prompt], tools.length);
    asked.push(prompt, ANSWER);
  }
  checkFile(await loadSession(handed.id, { env: shop.env, agent }), before);
  return handed;
}

function checkSent({ texts, calls, results, unsigned }: Sent, expected: readonly string[], tools: number): void {
  const all = texts.join('\n').replaceAll('\u200b', '');
  let at = 0;
  for (const text of expected) {
    const found = all.indexOf(text.trim(), at);
    expect(found, `'${text.slice(0, 200)}' in its place`).not.toBe(-1);
    at = found + text.trim().length;
  }
  expect(unsigned ?? 0).toBe(0);
  expect(calls).toHaveLength(tools);
  expect(new Set(calls).size).toBe(tools);
  expect(results.toSorted()).toEqual(calls.toSorted());
}

/** What was handed over is marked, and the new turns are not. */
function checkFile(messages: readonly UnifiedMessage[], before: readonly UnifiedMessage[]): void {
  const own = messages.filter(({ inherited, role }) => !inherited && role !== 'system');
  expect(own.map(extractText)).toEqual(PROMPTS.flatMap((prompt) => [prompt, ANSWER]));
  const inherited = messages.filter((message) => message.inherited && message.role !== 'system');
  expect(inherited.map(extractText)).toEqual(before.filter(({ role }) => role !== 'system').map(extractText));
  for (const { origin } of inherited) expect(origin).toBeDefined();
}

/** True for a run that ended well. */
export function isFine({ ok, exitCode }: RunResult): boolean {
  return ok && exitCode === 0;
}
