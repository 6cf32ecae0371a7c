import { describe, expect, it } from 'vitest';
import { mcpSpellings } from '../../../../test/mcp-spellings.ts';
import { mapCodexToolToClaude, toolUses, transformToolInput } from './codex-tools.ts';

describe('mapCodexToolToClaude', () => {
  it.each([
    ['shell', 'Bash'],
    ['shell_command', 'Bash'],
    ['exec_command', 'Bash'],
    ['local_shell', 'Bash'],
    ['container.exec', 'Bash'],
    ['unified_exec', 'Bash'],
    ['apply_patch', 'Edit'],
    ['update_plan', 'TodoWrite'],
    ['todo_list', 'TodoWrite'],
    ['read_file', 'Read'],
    ['write_file', 'Write'],
    ['edit_file', 'Edit'],
    ['list_dir', 'LS'],
    ['grep_files', 'Grep'],
    ['view_image', 'Read'],
    ['web_search', 'WebSearch'],
    ['spawn_agent', 'Task'],
    ['close_agent', 'Task'],
    ['js_repl', 'js_repl'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ])('calls %s %s', (name, expected) => {
    expect(mapCodexToolToClaude(name)).toBe(expected);
  });

  it.each(mcpSpellings)('knows the MCP tool %s in the namespace %s', (name, namespace) => {
    expect(mapCodexToolToClaude(name, namespace)).toBe('mcp__demo__echo');
  });

  it('has an underscore for all but letters and digits in the name of an MCP tool, as session files do', () => {
    expect(mapCodexToolToClaude('mcp__my-server__list.issues')).toBe('mcp__my_server__list_issues');
  });
});

describe('transformToolInput', () => {
  it.each([
    ['exec_command', { cmd: 'ls', yield_time_ms: 5 }, { command: 'ls' }],
    ['unified_exec', { input: ['bash', '-lc', 'ls'] }, { command: 'ls' }],
    ['local_shell', { action: { type: 'exec', command: ['ls', '-a'] } }, { command: 'ls -a' }],
    ['view_image', { path: '/a.png' }, { file_path: '/a.png' }],
    ['list_dir', { dir_path: '/a', depth: 2 }, { path: '/a', depth: 2 }],
    ['grep_files', { pattern: 'x', include: '*.ts', limit: 3 }, { pattern: 'x', glob: '*.ts', head_limit: 3 }],
    [
      'todo_list',
      {
        items: [
          { text: 'a', completed: true },
          { text: 'b', completed: false },
        ],
      },
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'pending' },
        ],
      },
    ],
    ['web_search', { query: 'q' }, { query: 'q' }],
    [
      'spawn_agent',
      { message: 'count', agent_type: 'x' },
      { description: 'spawn_agent', prompt: 'count', agent_type: 'x' },
    ],
    ['odd', { a: 1 }, { a: 1 }],
    ['odd', 'free text', { raw: 'free text' }],
    ['odd', undefined, {}],
    ['shell', { nonsense: true }, { nonsense: true }],
  ])('gives %s %j as %j', (name, input, expected) => {
    expect(transformToolInput(name, input)).toEqual(expected);
  });

  it('keeps prototype keys as data', () => {
    const input = transformToolInput('read_file', JSON.parse('{"path":"/a","__proto__":{"polluted":true}}'));
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(Object.hasOwn(input, '__proto__')).toBe(true);
  });
});

describe('toolUses', () => {
  it('tells the wait for an agent from the wait for a script by the arguments', () => {
    expect(toolUses('wait', { ids: ['t'] })[0]?.name).toBe('Task');
    expect(toolUses('wait', { cell_id: '1' })[0]?.name).toBe('wait');
  });

  it.each([
    [{ action: { type: 'open_page', url: 'https://a.b/c' } }, 'WebFetch', { url: 'https://a.b/c' }],
    [{ query: 'https://a.b/c', action: { type: 'other' } }, 'WebFetch', { url: 'https://a.b/c' }],
    [{ query: "'rain' in https://a.b/c" }, 'WebFetch', { url: 'https://a.b/c', pattern: 'rain' }],
    [{ query: '', action: { type: 'search', queries: ['a', 'b'] } }, 'WebSearch', { query: 'a ...' }],
  ])('reads the web search %j', (input, name, expected) => {
    expect(toolUses('web_search', input)).toEqual([{ name, input: expected }]);
  });
});
