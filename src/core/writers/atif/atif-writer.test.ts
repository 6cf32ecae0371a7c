import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changedByTable, foreignDocument } from '../../../../test/exchange/foreign-atif.ts';
import { everyRecording } from '../../../../test/fixtures.ts';
import { checkDocument } from '../../wires/atif/check-document.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import type { WriterOptions } from '../writer.ts';
import { createAtifWriter } from './atif-writer.ts';

const fixtures = fileURLToPath(new URL('../../../../test/fixtures/atif', import.meta.url));

function atifOf(bytes: Uint8Array | string, options?: WriterOptions): string {
  const reader = createEventReader();
  const writer = createAtifWriter(options);
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  for (const outcome of [...reader.push(data), ...reader.end()]) writer.push(outcome);
  return writer.end().join('');
}

describe('a trajectory', () => {
  it.each([{ all: false }, { all: true }, { flat: true }])(
    'of every recording keeps the rules of the format: %o',
    (options) => {
      const broken = everyRecording().flatMap(({ name, bytes }) => {
        const { errors } = checkDocument(JSON.parse(atifOf(bytes, options)));
        return errors.length > 0 ? [`${name}: ${errors[0]}`] : [];
      });
      expect(broken).toEqual([]);
    },
  );

  it('that we wrote is read and written again byte for byte', () => {
    const changed = everyRecording().flatMap(({ name, bytes }) => {
      const written = atifOf(bytes);
      return atifOf(written) === written ? [] : [name];
    });
    expect(changed).toEqual([]);
  });

  it.each(globSync('*/*/session/*.json', { cwd: fixtures }))('of others keeps all but its version: %s', (path) => {
    const text = readFileSync(`${fixtures}/${path}`, 'utf8');
    expect(JSON.parse(atifOf(text))).toEqual(changedByTable(JSON.parse(text)));
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'of version 1.%i keeps steps, calls, results, metrics and every extra',
    (minor) => {
      const document = foreignDocument(minor);
      expect(checkDocument(document).errors).toEqual([]);
      const text = atifOf(JSON.stringify(document));
      const found: object = JSON.parse(text);
      expect(found).toEqual(changedByTable(document));
      expect(checkDocument(found).errors).toEqual([]);
      expect(atifOf(text)).toBe(text);
    },
  );

  it('takes no field of the format from a file that only pretends to keep one', () => {
    const message = { id: 'm1', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Hi' }] };
    const forged = { source: 'agent', message: 5, bogus: true, tool_calls: 'x' };
    const lines = [
      { type: 'user', uuid: 'u1', sessionId: 's', message: { role: 'user', content: 'Hello' }, atif: forged },
      { type: 'assistant', uuid: 'u2', sessionId: 's', message, atif: forged },
    ];
    const found: object = JSON.parse(atifOf(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(checkDocument(found).errors).toEqual([]);
    expect(JSON.stringify(found)).not.toContain('bogus');
  });

  it('has the turns, tools and reasoning that are asked for, and their totals', () => {
    const bytes = everyRecording().find(({ name }) => /claude\/2\.1\.325\/s2\/session.*jsonl$/.test(name))?.bytes ?? '';
    const whole = JSON.parse(atifOf(bytes));
    const said = JSON.parse(atifOf(bytes, { tools: false, reasoning: false }));
    expect(whole.steps.some((step: object) => 'tool_calls' in step)).toBe(true);
    for (const step of said.steps) expect(Object.keys(step)).not.toEqual(expect.arrayContaining(['tool_calls']));
    expect(JSON.stringify(said)).not.toContain('reasoning_content');
    expect(said.steps.length).toBeLessThan(whole.steps.length);
    expect(said.final_metrics.total_steps).toBe(said.steps.length);
    expect(JSON.parse(atifOf(bytes, { turns: { from: 1, to: 1 } })).steps).toEqual(whole.steps);
    expect(JSON.parse(atifOf(bytes, { turns: { from: 2 } })).steps).toMatchObject([{ source: 'system' }]);
    // A trajectory that is read has its own fields of these, too.
    const again = JSON.parse(atifOf(JSON.stringify(whole), { tools: false, reasoning: false }));
    expect(again.steps).toEqual(said.steps);
  });

  it('keeps agents that say they started each other, and calls and agents by the thousand', () => {
    const item = (id: string) => ({ id, type: 'tool_call', name: 'Task', status: 'completed' });
    const lines = [
      { type: 'thread.started', thread_id: 't', schema: 'threadline/1', agent: 'claude' },
      { type: 'item.completed', item: item('one'), parent_item_id: 'two', thread_id: 'a' },
      { type: 'item.completed', item: item('two'), parent_item_id: 'one', thread_id: 'b' },
    ];
    const found = JSON.parse(atifOf(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(JSON.stringify(found).match(/"tool_call_id"/g)).toHaveLength(2);
    expect(checkDocument(found).errors).toEqual([]);
    const many = Array.from({ length: 3000 }, (_, index) => `c${index}`);
    const head = { schema_version: 'ATIF-v1.7', session_id: 's', agent: { name: 'a', version: '1' } };
    const calls = many.map((id) => ({ tool_call_id: id, function_name: 'f', arguments: { id } }));
    const results = many.toReversed().map((id) => ({ source_call_id: id, content: `result of ${id}` }));
    const wide = {
      ...head,
      steps: [{ step_id: 1, source: 'agent', message: '', tool_calls: calls, observation: { results } }],
    };
    expect(JSON.parse(atifOf(JSON.stringify(wide, undefined, 1)))).toEqual(wide);
  });

  it('of a session without a step has one that says so', () => {
    expect(JSON.parse(atifOf(''))).toMatchObject({ steps: [{ step_id: 1, source: 'system' }] });
  });
});
