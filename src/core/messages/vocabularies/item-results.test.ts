import { describe, expect, it } from 'vitest';
import { limits } from '../../../limits/index.ts';
import { createNdjsonMapper } from '../../ndjson/ndjson-mapper.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { createMessageBuilder } from '../message-builder.ts';
import { parse } from '../parse.ts';
import { codexVocabulary } from './codex.ts';
import { itemResult } from './item-results.ts';

const command = (fields: object): ThreadItem => ({
  id: 'i',
  type: 'command_execution',
  command: 'x',
  aggregated_output: '',
  status: 'completed',
  ...fields,
});

const ODD = JSON.parse('{"toString":0,"valueOf":0}') as object;

function deep(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

describe('a command', () => {
  it('that failed without a word says its exit code', () => {
    expect(itemResult(command({ exit_code: 3, status: 'failed' }), undefined)).toMatchObject({
      texts: ['exit code 3'],
      isError: true,
    });
    expect(itemResult(command({ exit_code: 3, aggregated_output: 'no' }), undefined).texts).toEqual(['no']);
    expect(itemResult(command({ exit_code: 0 }), undefined).texts).toEqual(['']);
    expect(itemResult(command({ exit_code: null, status: 'failed' }), undefined).texts).toEqual(['']);
  });

  it('says so in messages, NDJSON and single lines alike', () => {
    const item = command({ exit_code: 3, status: 'failed' });
    const event = { type: 'item.completed', item } as const;
    expect(createMessageBuilder().push(event)[0]?.content[1]).toMatchObject({ content: 'exit code 3', is_error: true });
    expect(createNdjsonMapper().push(event)[1]).toMatchObject({ output: 'exit code 3', status: 'error' });
    expect(parse(JSON.stringify(event))?.content[1]).toMatchObject({ content: 'exit code 3' });
  });
});

describe('a patch that failed', () => {
  it('says why once, however many files it has', () => {
    const stderr = 'x'.repeat(10_000);
    const changes = Array.from({ length: 1000 }, (_, index) => ({ path: `/f${index}`, kind: 'update' }));
    const item: ThreadItem = { id: 'i', type: 'file_change', changes, status: 'failed', stderr };
    const { texts } = itemResult(item, undefined);
    expect(texts[0]).toBe(stderr);
    expect(texts[1]).toMatch(/^update \/f/);
    expect(JSON.stringify(texts).length).toBeLessThan(10 * JSON.stringify(item).length);
  });
});

describe('the paths of a patch', () => {
  const patch = (count: number): ThreadItem => ({
    id: 'i',
    type: 'file_change',
    changes: Array.from({ length: count }, (_, index) => ({ path: `f${index}`, kind: 'update' })),
    status: 'completed',
  });
  const pathsOf = (item: ThreadItem, cwd: string) =>
    codexVocabulary.call(item, cwd)?.uses.map(({ input }) => String(input.file_path)) ?? [];

  it('are whole where a folder of any usual length stands before them', () => {
    const cwd = `/${'deep/'.repeat(24)}end`;
    for (const count of [1, 4, 500])
      expect(pathsOf(patch(count), cwd).every((path) => path.startsWith(cwd))).toBe(true);
  });

  it('stay as they are where a long folder would make many times as much of them', () => {
    const cwd = `/${'x'.repeat(limits.maxFolderLength - 1)}`;
    const item = patch(2000);
    const content = [codexVocabulary.call(item, cwd), codexVocabulary.result(item, cwd)];
    expect(JSON.stringify(content).length).toBeLessThan(10 * (JSON.stringify(item).length + cwd.length));
  });
});

describe('values that no agent writes', () => {
  it.each([
    ['the state of an agent', { a: { status: ODD }, b: ODD, c: deep(20_000), d: null, e: { status: deep(20_000) } }],
    ['its message', { a: { status: 'done', message: ODD } }],
  ])('never throw: %s', (_, agents_states) => {
    const item: ThreadItem = {
      id: 'i',
      type: 'collab_tool_call',
      tool: 'wait',
      receiver_thread_ids: [],
      agents_states,
      status: 'completed',
    };
    expect(() => itemResult(item, undefined)).not.toThrow();
  });

  it('never throw: a list of two hundred thousand images, in messages, NDJSON and single lines', () => {
    const content = Array.from({ length: 200_000 }, () => ({ type: 'image', data: 'AA' }));
    const item: ThreadItem = {
      id: 'i',
      type: 'mcp_tool_call',
      server: 's',
      tool: 't',
      result: { content },
      status: 'x',
    };
    const event = { type: 'item.completed', item } as const;
    expect(createMessageBuilder().push(event)[0]?.content).toHaveLength(200_002);
    expect(createNdjsonMapper().push(event)[1]).toMatchObject({ images: { length: 200_000 } });
    expect(parse(JSON.stringify(event))?.content).toHaveLength(200_002);
  });
});

describe('work with agents', () => {
  it('that says nothing about their states gives what came back', () => {
    const item: ThreadItem = {
      id: 'i',
      type: 'collab_tool_call',
      tool: 'wait',
      receiver_thread_ids: [],
      agents_states: {},
      status: 'completed',
      call: { name: 'wait', output: '{"timed_out":true}' },
    };
    expect(itemResult(item, undefined).texts).toEqual(['{"timed_out":true}']);
  });
});
