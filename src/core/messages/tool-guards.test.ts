import { expect, it } from 'vitest';
import { extractText, type UnifiedContent } from './message.ts';
import {
  isBashTool,
  isEditTool,
  isGlobTool,
  isGrepTool,
  isLsTool,
  isMcpTool,
  isReadTool,
  isTaskTool,
  isTodoWriteTool,
  isWebFetchTool,
  isWebSearchTool,
  isWriteTool,
} from './tool-guards.ts';

const use = (name: string, input: Record<string, unknown>): UnifiedContent => ({
  type: 'tool_use',
  id: 'i',
  name,
  input,
});

it.each([
  [isBashTool, use('Bash', { command: 'ls' })],
  [isReadTool, use('Read', { file_path: '/a' })],
  [isWriteTool, use('Write', { file_path: '/a' })],
  [isEditTool, use('Edit', { file_path: '/a' })],
  [isGlobTool, use('Glob', { pattern: '*' })],
  [isGrepTool, use('Grep', { pattern: 'x' })],
  [isLsTool, use('LS', { path: '/' })],
  [isTodoWriteTool, use('TodoWrite', { todos: [] })],
  [isWebSearchTool, use('WebSearch', { query: 'q' })],
  [isWebFetchTool, use('WebFetch', { url: 'u' })],
  [isTaskTool, use('Task', { description: 'd', prompt: 'p' })],
  [isMcpTool, use('mcp__s__t', {})],
] as [(block: UnifiedContent) => boolean, UnifiedContent][])(
  '%s knows its tool, and no other block',
  (guard, block) => {
    expect(guard(block)).toBe(true);
    expect(guard(use('Other', { raw: 'x' }))).toBe(false);
    expect(guard({ type: 'text', text: 'Bash' })).toBe(false);
  },
);

it('a guard does not hold for a tool of that name whose input is not what its type says', () => {
  expect(isBashTool(use('Bash', { raw: 'not json' }))).toBe(false);
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
