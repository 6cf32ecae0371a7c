import { expect, it } from 'vitest';
import { progressText } from './progress.ts';

it('progress is a bar where the end is known, else a count', () => {
  expect(progressText(50e6, 200e6)).toBe('reading  ██████░░░░░░░░░░░░░░░░░░  25 %  50.0 MB of 200.0 MB');
  expect(progressText(300, 200)).toContain('100 %');
  expect(progressText(1.5e6, undefined)).toBe('reading  1.5 MB');
});
