import { expect, it } from 'vitest';
import { extractText, type UnifiedContent } from './message.ts';
import * as tools from './tool-guards.ts';

const use = (name: string, input: Record<string, unknown>): UnifiedContent => ({
  type: 'tool_use',
  id: 'i',
  name,
  input,
});

it.each([
  [tools.isBashTool, use('Bash', { command: 'ls' })],
  [tools.isReadTool, use('Read', { file_path: '/a' })],
  [tools.isWriteTool, use('Write', { file_path: '/a' })],
  [tools.isEditTool, use('Edit', { file_path: '/a' })],
  [tools.isGlobTool, use('Glob', { pattern: '*' })],
  [tools.isGrepTool, use('Grep', { pattern: 'x' })],
  [tools.isLsTool, use('LS', { path: '/' })],
  [tools.isTodoWriteTool, use('TodoWrite', { todos: [] })],
  [tools.isWebSearchTool, use('WebSearch', { query: 'q' })],
  [tools.isWebFetchTool, use('WebFetch', { url: 'u' })],
  [tools.isTaskTool, use('Task', { description: 'd', prompt: 'p' })],
  [tools.isMcpTool, use('mcp__s__t', {})],
] as [(block: UnifiedContent) => boolean, UnifiedContent][])(
  '%s knows its tool, and no other block',
  (guard, block) => {
    expect(guard(block)).toBe(true);
    expect(guard(use('Other', { raw: 'x' }))).toBe(false);
    expect(guard({ type: 'text', text: 'Bash' })).toBe(false);
  },
);

it('a guard does not hold for a tool of that name whose input is not what its type says', () => {
  expect(tools.isBashTool(use('Bash', { raw: 'not json' }))).toBe(false);
});

it('extractText joins the words of a message and leaves the rest', () => {
  const content: UnifiedContent[] = [
    { type: 'text', text: 'a' },
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'b' },
  ];
  expect(extractText({ content })).toBe('a\nb');
  expect(extractText({ content: [] })).toBe('');
});
