import { expect, it } from 'vitest';
import { isInjectedText, unwrapPrompt } from './prompt-text.ts';

it.each([
  ['hello <b>', 'hello <b>'],
  [
    '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>',
    '/review src',
  ],
  ['<command-name>/clear</command-name><command-args></command-args>', '/clear'],
  ['<bash-input>ls -l</bash-input>', '! ls -l'],
  ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', 'a'],
  ['<local-command-stdout>Compacted </local-command-stdout>', 'Compacted'],
  ['do it\n<system-reminder>be good</system-reminder>', 'do it'],
  ['<system-reminder>never closed', '<system-reminder>never closed'],
])('unwraps %j to %j', (text, expected) => {
  expect(unwrapPrompt(text)).toBe(expected);
});

it('stays linear in a text of nothing but tags', () => {
  const text = '<system-reminder>'.repeat(200_000);
  expect(unwrapPrompt(text)).toBe(text);
});

it('knows what the CLI put in by how it begins', () => {
  expect(isInjectedText('<system-reminder>x</system-reminder>')).toBe(true);
  expect(isInjectedText('[Request interrupted by user for tool use]')).toBe(true);
  expect(isInjectedText('what is a <system-reminder>?')).toBe(false);
});
