import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../src/index.ts';
import type { PrintedBlock, PrintedRun } from './printed-and-kept.ts';
import { exceptionOf, PRINTED_EXCEPTIONS } from './printed-exceptions.ts';

const text = (body: string, id = 'm1'): PrintedBlock => ({ kind: 'text', body, id });
const run = (agent: string, blocks: PrintedBlock[], kept: PrintedBlock[], events: ThreadEvent[] = []): PrintedRun => ({
  name: '1.0.0/s1/stdout.jsonl',
  agent,
  version: '1.0.0',
  blocks,
  kept,
  events,
});
const ended: ThreadEvent[] = [
  { type: 'turn.started' },
  { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
];
const killed: ThreadEvent[] = [{ type: 'turn.started' }];

describe('the closed list of what is printed and not kept', () => {
  it('stands in the pages of the agents that it names', () => {
    const page = (agent: string) =>
      readFileSync(new URL(`../../docs/formats/${agent === 'kilo' ? 'opencode' : agent}.md`, import.meta.url), 'utf8');
    const untold = PRINTED_EXCEPTIONS.flatMap(({ agents, told }) =>
      agents.filter((agent) => !page(agent).replaceAll('\n', ' ').includes(told)).map((agent) => `${agent}: ${told}`),
    );
    expect(untold).toEqual([]);
  });

  it('takes the end of a run that was killed, and nothing before what was kept', () => {
    const blocks = [text('lost'), text('kept'), text('open')];
    const broken = run('goose', blocks, [text('kept')], killed);
    expect(blocks.map((block) => exceptionOf(broken, block)?.name)).toEqual([undefined, undefined, 'open step']);
    const whole = run('goose', blocks, [text('kept')], ended);
    expect(blocks.map((block) => exceptionOf(whole, block)?.name)).toEqual([undefined, undefined, undefined]);
  });

  it('takes nothing of an agent that it does not name', () => {
    const blocks = [text('kept'), text('open')];
    expect(exceptionOf(run('opencode', blocks, [text('kept')], killed), blocks[1] ?? text(''))).toBeUndefined();
  });

  it('takes a reply behind the one before it, and no other text', () => {
    const blocks = [text('cut whole answer'), text('another answer')];
    const joined = run(
      'qwen',
      blocks,
      [text('whole answer')],
      [...ended, { type: 'token_count', input_tokens: 1, output_tokens: 1 }],
    );
    expect(blocks.map((block) => exceptionOf(joined, block)?.name)).toEqual(['joined replies', undefined]);
  });

  it('takes an output that the chat has in parts, and no other one', () => {
    const output = (body: string): PrintedBlock => ({ kind: 'result', body, id: 'c' });
    const name = (printed: string, kept: string) =>
      exceptionOf(run('qwen', [output(printed)], [output(kept)], ended), output(printed))?.name;
    expect(name('y'.repeat(60_000), 'y'.repeat(32_000))).toBe('long output');
    expect(name('y'.repeat(60_000), 'y'.repeat(20_000))).toBeUndefined();
    expect(name(`x${'y'.repeat(60_000)}`, 'y'.repeat(32_000))).toBeUndefined();
  });

  it('takes a call with less than the store knows of it, and none with anything else', () => {
    const call = (body: string): PrintedBlock => ({ kind: 'call', body, id: 'c' });
    const name = (agent: string, printed: string, kept: string) =>
      exceptionOf(run(agent, [call(printed)], [call(kept)], ended), call(printed))?.name;
    const shell = (more: string) => `Bash {"command":"ls"${more}}`;
    expect(name('qwen', shell(''), shell(',"is_background":false'))).toBe('command as a title');
    expect(name('qwen', shell(',"is_background":false'), shell(''))).toBeUndefined();
    const edit = (path: string, diff = 'x') => `Edit {"file_path":"${path}","diff":"${diff}"}`;
    expect(name('opencode', edit('src/a'), edit('/p/src/a'))).toBe('path as written');
    expect(name('opencode', edit('src/a'), edit('/p/src/b'))).toBeUndefined();
    expect(name('opencode', edit('src/a'), edit('/p/src/a', 'y'))).toBeUndefined();
  });

  it('takes a text whose end was never told, and none that was completed', () => {
    const delta: ThreadEvent = {
      type: 'item.delta',
      item_id: 'm1',
      item_type: 'agent_message',
      delta: { text_delta: 'x' },
    };
    const completed: ThreadEvent = { type: 'item.completed', item: { id: 'm1', type: 'agent_message', text: 'x' } };
    const blocks = [text('x'), text('kept', 'm2')];
    const of = (events: ThreadEvent[]) =>
      exceptionOf(run('copilot', blocks, [text('kept', 'm2')], events), text('x'))?.name;
    expect(of([delta, ...ended])).toBe('cut text');
    expect(of([delta, completed, ...ended])).toBeUndefined();
  });
});
