import { describe, expect, it } from 'vitest';
import { makeSecret } from '../../../test/made-secrets.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { redactPrompt, redactRun, redactText } from './block-redaction.ts';
import { cutMark } from './cut-result.ts';

const { text: secret } = makeSecret('github-token', 5);
const mark = redactText(secret);

function block(text: string, more: Partial<FoldedBlock> = {}): FoldedBlock {
  return { message: 'm', role: 'assistant', kind: 'text', inherited: false, at: 1, line: 1, text, ...more };
}
const call = (input: unknown, text: string, more: Partial<FoldedBlock> = {}) =>
  block(text, { kind: 'tool_use', tool: 'deploy', toolUse: 't1', input: JSON.stringify(input), ...more });
const redact = (given: FoldedBlock) => redactRun([given], 0)(0);

describe('a block for others', () => {
  it('is the block itself where nothing in it is secret', () => {
    expect(redact(block('zebra'))).toBeUndefined();
    expect(redact(call({ host: 'x', toString: 0, list: [1, null, { a: '' }] }, 'x\n'))).toBeUndefined();
    expect(redact(block('', { input: 'no json' }))).toBeUndefined();
    expect(redact(block('', { input: '"text"' }))).toBeUndefined();
  });

  it('has no secret in its text, input or tool, and no ids', () => {
    const safe = redact(call({ note: secret }, secret, { tool: `tool ${secret}`, parent: 'p', program: 'env' }));
    expect(safe).toEqual(
      block(mark, {
        message: 'block-0',
        kind: 'tool_use',
        tool: `tool ${mark}`,
        input: JSON.stringify({ note: mark }),
      }),
    );
  });

  it('has no value that a field names as secret, which the text of a call does not tell', () => {
    const value = 'q7Zk2vN9xB4mR8tL1wE6yU3p';
    const safe = redact(call({ host: 'zebra', password: value, more: [value] }, `zebra\n${value}\nnext`));
    expect(safe?.text).not.toContain(`zebra\n${value}`);
    expect(safe?.input).not.toContain(`"password":"${value}"`);
    expect(safe?.text.startsWith('zebra\n[redacted:')).toBe(true);
  });

  it('keeps what stands in the text beside the input', () => {
    const value = 'q7Zk2vN9xB4mR8tL1wE6yU3p';
    const safe = redact(call({ password: value }, `before\n${value}\nafter`));
    expect(safe?.text).toMatch(/^before\n\[redacted:[a-z-]+\]\nafter$/);
  });

  it('is redacted with its whole message: ids of calls are made of their input', () => {
    const blocks = [
      block('one', { message: 'a' }),
      call({ note: secret }, secret, { message: 'b' }),
      block('the result', { message: 'b', kind: 'tool_result', toolUse: 't1' }),
      block('two', { message: 'c' }),
    ];
    const at = redactRun(blocks, 10);
    expect([0, 1, 2, 3].map((index) => at(index)?.message)).toEqual([undefined, 'block-11', 'block-11', undefined]);
    expect(at(2)).toEqual(block('the result', { message: 'block-11', kind: 'tool_result' }));
  });

  it('has no words at a cut that was made before it was redacted, however long they are', () => {
    const long = 'x'.repeat(200_000);
    const safe = redact(block(`begin ${long}${cutMark(5)}${long} end`, { omitted: 5 }));
    expect(safe?.text).toBe(`begin [redacted:piece]${cutMark(5)}[redacted:piece] end`);
    expect(redact(block('begin', { omitted: 5 }))).toBeUndefined();
  });

  it('is that which was redacted before the cut, where that is known', () => {
    const cut = block(`half${cutMark(5)}of it`, {
      omitted: 5,
      redacted: { text: `half${cutMark(5)}of it`, omitted: 5 },
    });
    expect(redact(cut)).toBeUndefined();
    expect(redact({ ...cut, redacted: { text: 'whole' } })).toMatchObject({ text: 'whole', omitted: undefined });
  });
});

describe('a first prompt for others', () => {
  const most = machineLimits.maxFirstPromptLength;
  const rest = ' words'.repeat(most);
  const cut = (text: string) => text.slice(0, most);

  it('is the same whatever the length of its secret, where the whole prompt is known', () => {
    const lengths = [24, 60, 120].map((length) => {
      const password = ['q7Zk2vN9xB4mR8tL', '1wE6yU3pA5sD0fGh'].join('').repeat(9).slice(0, length);
      const whole = `see postgres://app:${password}@db.example.com/x${rest}`;
      return redactPrompt(cut(whole), whole);
    });
    expect(new Set(lengths).size).toBe(1);
    expect(lengths[0]).toHaveLength(most);
  });

  it('ends at its secret where only what is left of it is known', () => {
    const whole = `see ${secret}${rest}`;
    const told = redactPrompt(cut(whole));
    expect('see [redacted:'.startsWith(told.slice(0, 5))).toBe(true);
    expect(told.length).toBeLessThan(20);
    expect(redactPrompt(cut(`see${rest}`))).toBe(cut(`see${rest}`));
    expect(redactPrompt('', '')).toBe('');
  });
});
