import { describe, expect, it } from 'vitest';
import { isReadOnly } from './read-only-command.ts';

describe('isReadOnly', () => {
  it.each([
    'ls -la',
    'git status && git diff',
    'git -C /p log --oneline',
    'grep -rn "a > b" src | head -5',
    'cat a 2>/dev/null',
    'cat a 2>&1 | wc -l',
    "sed -n '1,5p' a",
    'find . -name "*.ts"',
    'FOO=1 ls',
    '',
  ])('%j writes nothing', (script) => {
    expect(isReadOnly(script)).toBe(true);
  });

  it.each([
    'echo a > b',
    'cat a >> b',
    "sed -i 's/a/b/' x",
    'find . -delete',
    'find . -exec rm {} +',
    'npm test',
    'git commit -m x',
    'git checkout main',
    'git stash',
    'git -C /p reset --hard',
    'git --no-pager checkout x',
    'ls; make fmt',
    'ls & make fmt',
    'cat $(make)',
    'cat `make`',
    'ls | tee out.txt',
    'ls | xargs rm',
    'env make',
    'sort -o a a',
    'git diff --output=a',
    'git branch x && git switch x',
    'awk \'{print > "x"}\' a',
    'cat a "unclosed',
  ])('%j may have written', (script) => {
    expect(isReadOnly(script)).toBe(false);
  });
});
