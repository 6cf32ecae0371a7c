import { expect, it } from 'vitest';
import { indexText } from './archive/index-progress.ts';
import { progressText } from './progress.ts';

it('progress is a bar where the end is known, else a count', () => {
  expect(progressText(50e6, 200e6)).toBe('reading  ██████░░░░░░░░░░░░░░░░░░  25 %  50.0 MB of 200.0 MB');
  expect(progressText(300, 200)).toContain('100 %');
  expect(progressText(1.5e6, undefined)).toBe('reading  1.5 MB');
});

it('has one style for all work', () => {
  const reading = progressText(1e6, 4e6);
  const indexing = indexText({ files: 1, filesTotal: 2, bytes: 1e6, bytesTotal: 4e6, blocks: 0 }, 1000);
  expect(indexing).toBe(`${reading.replace('reading', 'indexing')}, 3 s left, 1 of 2 files`);
});
