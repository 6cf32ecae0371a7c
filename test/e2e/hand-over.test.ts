import type { Outcome } from 'threadline';
import { derivedId, writers } from 'threadline/writers';
import { describe, expect, it, type TestContext } from 'vitest';
import { messagesOf, readOutcomes } from '../hand-over/round-trip.ts';
import { variedThread } from '../hand-over/varied-thread.ts';
import { findClaude } from './claude-harness.ts';
import { CODEX_VERSIONS, findCodex } from './codex-harness.ts';
import { findGemini } from './gemini-harness.ts';
import { type Resumed, resumeByClaude, resumeByCodex, resumeByGemini, type WriteSession } from './hand-over-harness.ts';

const ID = derivedId('a test of hand-over');

function session(to: string, style?: string): WriteSession {
  return (cwd) => {
    const writer = writers.get(to)?.({ session: { id: ID, cwd, note: 'Marks stand for values.' }, style });
    if (!writer) throw new TypeError(`no writer ${to}`);
    const outcomes: Outcome[] = variedThread();
    return { id: ID, text: [...outcomes.flatMap((outcome) => writer.push(outcome)), ...writer.end()].join('') };
  };
}

/** What the varied thread says, without what only the person sees. */
const SAID = ['Fix add(), please.', 'I look first.', '/help is a question?', 'One test still fails.'];
const CALLS = 9;

function check({ exitCodes, threadIds, sent, file }: Resumed): void {
  expect(exitCodes).toEqual([0, 0]);
  expect(threadIds).toEqual([ID, ID]);
  for (const { texts, calls, results } of sent) {
    const found = texts.map((text) => text.replace(/^\u200b/, '')).filter((text) => SAID.includes(text));
    expect(found).toEqual(SAID);
    expect(calls).toHaveLength(CALLS);
    expect(results).toEqual(calls);
    expect(new Set(calls).size).toBe(CALLS);
    expect(texts.join('\n')).toContain('Marks stand for values.');
  }
  const messages = messagesOf(readOutcomes(file));
  const own = messages.filter(({ inherited }) => !inherited);
  expect(own.map(({ role, content }) => [role, content])).toEqual([
    ['user', [{ type: 'text', text: 'First new prompt.' }]],
    ['assistant', [{ type: 'text', text: 'Fine.' }]],
    ['user', [{ type: 'text', text: 'Second new prompt.' }]],
    ['assistant', [{ type: 'text', text: 'Fine.' }]],
  ]);
  const inherited = messages.filter((message) => message.inherited);
  expect(inherited.filter(({ content }) => content.some(({ type }) => type === 'tool_use'))).toHaveLength(CALLS);
  expect(inherited.every(({ origin }) => origin?.agent === 'claude')).toBe(true);
  expect(sent[1].texts.join('\n')).toMatch(/First new prompt\..*Second new prompt\./s);
}

describe('a thread that is handed over is resumed, twice, with every text in order and each call with its result, by', () => {
  it('Claude Code', async (context: TestContext) => {
    const found = await findClaude();
    if ('skip' in found) return context.skip(found.skip);
    check(await resumeByClaude(found.binary, session('claude')));
  });

  it('Gemini CLI', async (context: TestContext) => {
    const found = await findGemini();
    if ('skip' in found) return context.skip(found.skip);
    check(await resumeByGemini(found.binary, session('gemini')));
  });

  for (const version of CODEX_VERSIONS) {
    it(`Codex ${version}`, async (context: TestContext) => {
      const found = await findCodex(version);
      if ('skip' in found) return context.skip(found.skip);
      check(await resumeByCodex(found, session('codex')));
      if (version !== '0.98.0') check(await resumeByCodex(found, session('codex', 'paginated')));
    });
  }
});
