import { createMessageBuilder, createThread, itemEnvelope, type McpToolCallItem, mcpCall } from 'threadline';
import {
  AnyThreadEventSchema,
  McpToolCallItemSchema,
  StrictThreadEventSchema,
  ThreadEventSchema,
} from 'threadline/schema';
import { describe, expect, it } from 'vitest';

const base = { id: 'm', type: 'mcp_tool_call', arguments: { a: 1 }, status: 'completed' } as const;
const named: McpToolCallItem = {
  ...base,
  server: 'files',
  tool: 'list',
  result: { content: [{ type: 'text', text: 'x' }] },
};
/** By other names than the SDK's. */
const aliased: McpToolCallItem = { ...base, server_name: 'files', tool_name: 'list', result: { paths: ['x'] } };
const failed: McpToolCallItem = {
  ...base,
  server_name: 'files',
  tool_name: 'list',
  error: 'no such folder',
  status: 'failed',
};
const completed = (item: McpToolCallItem) => ({ type: 'item.completed', item }) as const;

function contentOf(item: McpToolCallItem) {
  const builder = createMessageBuilder();
  builder.push({ type: 'thread.started', thread_id: 'T', agent: 'codex' });
  return [...builder.push(completed(item)), ...builder.end()].flatMap(({ content }) => content);
}

describe('mcpCall', () => {
  it('reads both names of server and tool', () => {
    expect(mcpCall(named)).toMatchObject({ server: 'files', tool: 'list' });
    expect(mcpCall(aliased)).toMatchObject({ server: 'files', tool: 'list' });
    expect(mcpCall({ ...base, server: 'a', server_name: 'b', tool: 'c', tool_name: 'd' })).toMatchObject({
      server: 'a',
      tool: 'c',
    });
    expect(mcpCall(base)).toEqual({ server: '', tool: '', arguments: { a: 1 }, result: null, error: null });
  });

  it('gives a result by the specification as it is, and any other value as structured content', () => {
    expect(mcpCall(named).result).toBe(named.result);
    expect(mcpCall(aliased).result).toEqual({ content: [], structured_content: { paths: ['x'] } });
    for (const value of ['text', 0, false, '', [], { content: 'x' }, { toString: 0 }]) {
      expect(mcpCall({ ...base, result: value }).result).toEqual({ content: [], structured_content: value });
    }
    expect(mcpCall({ ...base, result: null }).result).toBeNull();
  });

  it('gives an error as an object', () => {
    expect(mcpCall(failed).error).toEqual({ message: 'no such folder' });
    expect(mcpCall({ ...base, error: '' }).error).toEqual({ message: '' });
    expect(mcpCall({ ...base, error: { message: 'm', extra: { code: 1 } } }).error).toEqual({
      message: 'm',
      extra: { code: 1 },
    });
    expect(mcpCall({ ...base, error: null }).error).toBeNull();
  });
});

describe('an MCP call under other names', () => {
  it.each([aliased, failed])('parses by the schemas, unchanged', (item) => {
    expect(McpToolCallItemSchema.parse(item)).toEqual(item);
    for (const schema of [ThreadEventSchema, StrictThreadEventSchema, AnyThreadEventSchema]) {
      expect(schema.parse(completed(item))).toEqual(completed(item));
    }
  });

  it('is refused by the schemas where a name or an error is of another type', () => {
    for (const wrong of [
      { server: 7 },
      { server_name: null },
      { tool_name: {} },
      { error: 7 },
      { error: {} },
      { status: 7 },
    ]) {
      expect(ThreadEventSchema.safeParse({ type: 'item.completed', item: { ...aliased, ...wrong } }).success).toBe(
        false,
      );
    }
  });

  it('is the same message as under our own', () => {
    const result = { content: [{ type: 'text', text: 'x' }] };
    expect(contentOf({ ...aliased, result })).toEqual(contentOf({ ...named, result }));
    expect(contentOf(aliased)).toMatchObject([
      { type: 'tool_use', name: 'mcp__files__list', input: { a: 1 } },
      { type: 'tool_result', content: '{"paths":["x"]}', is_error: false },
    ]);
    expect(contentOf(failed)).toMatchObject([
      { type: 'tool_use' },
      { type: 'tool_result', content: 'no such folder', is_error: true },
    ]);
  });

  it('is folded, and shown in an envelope, like any other', () => {
    const thread = createThread();
    thread.push(completed(aliased));
    expect(thread.items).toEqual([aliased]);
    expect(itemEnvelope(completed(aliased))).toMatchObject({ content: { server_name: 'files', tool_name: 'list' } });
  });
});

describe('usage with the counts that documents have', () => {
  it('is added up, a missing count as 0', () => {
    const thread = createThread();
    thread.push({ type: 'thread.started', thread_id: 'T' });
    thread.push({ type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 50 } });
    thread.push({ type: 'turn.completed', usage: { input_tokens: 150, cached_input_tokens: 20, output_tokens: 60 } });
    expect(thread.usage).toEqual({
      input_tokens: 150,
      cached_input_tokens: 20,
      cache_write_input_tokens: 0,
      output_tokens: 60,
      reasoning_output_tokens: 0,
      total_tokens: 210,
    });
  });
});
