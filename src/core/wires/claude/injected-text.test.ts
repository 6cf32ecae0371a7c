import { expect, it } from 'vitest';
import { isInjectedText } from './injected-text.ts';

it('knows what the CLI put in by how it begins', () => {
  expect(isInjectedText('<system-reminder>x</system-reminder>')).toBe(true);
  expect(isInjectedText('[Request interrupted by user for tool use]')).toBe(true);
  expect(isInjectedText('what is a <system-reminder>?')).toBe(false);
});
