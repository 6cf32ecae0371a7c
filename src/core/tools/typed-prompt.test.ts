import { describe, expect, it } from 'vitest';
import { isCommandOutput, typedPrompt } from './typed-prompt.ts';

const editor = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts';
const template = (typed: string) =>
  `${'## User Input'}\n\n\`\`\`text\n${typed}\n\`\`\`\n\nYou **MUST** consider the user input.\n\n## Outline\n\nGoal: plan it.`;

describe('the words of a person', () => {
  it.each([
    ['hello <b>', 'hello <b>'],
    ['', ''],
    ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', ''],
    ['do it\n<system-reminder>be good</system-reminder>', 'do it'],
    ['<system-reminder>never closed', '<system-reminder>never closed'],
    ['<ide_opened_file>The user opened /p/a.json.</ide_opened_file>\nis it similar?', 'is it similar?'],
    ['<ide_selection>a\nb</ide_selection><ide_opened_file>c</ide_opened_file>why?', 'why?'],
    ['fix it\n<ide_selection>a</ide_selection>', 'fix it'],
    ['what is an <ide_selection>a</ide_selection>?', 'what is an <ide_selection>a</ide_selection>?'],
    ['<task-notification>\n<task-id>b</task-id>\n</task-notification>', ''],
    [`${editor}\n\n## My request for Codex:\nFix it\n`, 'Fix it'],
    ['## My request for Codex:\nFix it', 'Fix it'],
    [`${editor}\n\n## My request for Codex:\n`, ''],
    ['a\n## My request for Codex:\nb', 'a\n## My request for Codex:\nb'],
    [`${editor}\n## My request for \u001b[31m:\nb`, `${editor}\n## My request for \u001b[31m:\nb`],
    [template('a search page'), 'a search page'],
    [template(''), 'Goal: plan it.'],
    [`---\ndescription: x\n---\n\n${template('two\nlines')}`, 'two\nlines'],
    ['## User Input\n\nnothing in a fence', '## User Input\n\nnothing in a fence'],
    ['## User Input\n```', '## User Input\n```'],
  ])('of %j are %j', (text, expected) => {
    expect(typedPrompt(text).text).toBe(expected);
  });
});

describe('a command', () => {
  it.each([
    [
      '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>',
      { text: '/review src', command: { name: '/review', arguments: 'src' } },
    ],
    [
      '<command-name>/clear</command-name>\n   <command-message>clear</command-message>\n   <command-args></command-args>',
      { text: '/clear', command: { name: '/clear', arguments: '' } },
    ],
    ['<bash-input>ls -l</bash-input>', { text: '! ls -l', command: { name: '!', arguments: 'ls -l' } }],
    [
      '<user-memory-input>be brief</user-memory-input>',
      { text: '# be brief', command: { name: '#', arguments: 'be brief' } },
    ],
    ['<command-name></command-name>', { text: '<command-name></command-name>' }],
    ['type <command-name>/x</command-name>', { text: 'type <command-name>/x</command-name>' }],
  ])('in %j is told apart', (text, expected) => {
    expect(typedPrompt(text)).toEqual(expected);
  });

  it('has output that is no prompt', () => {
    expect(typedPrompt('<local-command-stdout>Compacted </local-command-stdout>')).toEqual({
      text: '',
      output: 'Compacted',
    });
    expect(typedPrompt('<bash-stdout>a</bash-stdout>\n<bash-stderr>b</bash-stderr>').output).toBe('a\nb');
    expect(isCommandOutput(' <bash-stderr>b')).toBe(true);
  });
});

it('keeps what programs put around the words', () => {
  expect(typedPrompt('<ide_selection>a</ide_selection>b').wrappers).toEqual([{ name: 'ide_selection', text: 'a' }]);
  expect(typedPrompt(`${editor}\n\n## My request for Codex:\nFix it`).wrappers).toEqual([
    { name: 'editor', text: editor },
  ]);
  expect(typedPrompt(template('x')).wrappers).toEqual([{ name: 'template', text: template('x') }]);
  expect(typedPrompt('plain')).not.toHaveProperty('wrappers');
});

it.each([
  '<system-reminder>',
  '<ide_selection>\n',
  '<command-name>',
  '<bash-stdout>',
  '\n## My request for X',
  '```\n## User Input',
  '---\n',
])('stays linear in a text of nothing but %j', (part) => {
  const text = `#${part.repeat(200_000)}`;
  expect(typedPrompt(text).text).toBe(text);
  expect(typedPrompt(part.repeat(200_000)).text.length).toBeLessThanOrEqual(part.length * 200_000);
});
