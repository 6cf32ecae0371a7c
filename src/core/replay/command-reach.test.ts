import { describe, expect, it } from 'vitest';
import { commandReach, reaches } from './command-reach.ts';

const reach = (command: string) => commandReach(command, '/p');

describe('the reach of a command', () => {
  it.each([
    'go test ./...',
    'go build -o bin/x ./cmd/x',
    'git add -A && git commit -m x',
    'git push origin main',
    'git checkout -b feature',
    'git stash list',
    'git reset HEAD~1',
    'npm test',
    'npm run build',
    'bun run typecheck',
    'mise run test:ci',
    'mkdir -p a/b && touch a/b/c',
    'timeout 60 go vet ./...',
    'FOO=1 npx tsc --noEmit',
    'golangci-lint run',
    'prettier --check .',
    'go test ./... 2>&1 | tail -20',
    'gh pr view 12',
  ])('is nothing: %s', (command) => {
    expect(reach(command)).toEqual([]);
  });

  it.each([
    ['gofmt -w a.go', ['/p/a.go']],
    ['gofmt -w ./...', ['/p']],
    ["sed -i 's/x/y/' a.txt b.txt", ['/p/a.txt', '/p/b.txt']],
    ['prettier --write "src/**/*.ts"', ['/p/src']],
    ['eslint --fix .', ['/p']],
    ['go mod tidy', ['/p/go.mod', '/p/go.sum']],
    ['git checkout -- a.txt', ['/p/a.txt']],
    ['git restore a.txt', ['/p/a.txt']],
    ['echo x > out/a.txt', ['/p/out/a.txt']],
    ['go test ./... >/tmp/log 2>&1', ['/tmp/log']],
    ['rm -rf dist/*', ['/p/dist']],
  ])('is what it names: %s', (command, paths) => {
    expect(reach(command)).toEqual(paths);
  });

  it.each([
    'make',
    'npm run format',
    'mise run fmt',
    'npm run lint:fix',
    'npm run lint -- --fix',
    'python3 script.py',
    './generate.sh',
    'git checkout main',
    'git stash',
    'git pull',
    'git rebase main',
    'git reset --hard',
    'git -C /p checkout main',
    'gh pr checkout 5',
    'go generate ./...',
    'docker run x',
    'echo $(rm -rf x)',
    'echo `make`',
    'cat <(make)',
    'curl -o a.txt https://x',
    'echo "unclosed',
    'echo x > $FILE',
    'xargs make',
  ])('is anything, in doubt: %s', (command) => {
    expect(reach(command)).toBe('anything');
  });

  it('is anything where the folder of a relative path is not known', () => {
    expect(commandReach('gofmt -w a.go', undefined)).toBe('anything');
    expect(commandReach('gofmt -w /p/a.go', undefined)).toEqual(['/p/a.go']);
  });

  it('takes in what lies below a folder, and no name that only begins so', () => {
    expect(reaches(['/p/src'], '/p/src/a.ts')).toBe(true);
    expect(reaches(['/p/src'], '/p/src')).toBe(true);
    expect(reaches(['/p/src'], '/p/src2/a.ts')).toBe(false);
    expect(reaches('anything', '/elsewhere')).toBe(true);
  });

  it('ends on commands that never end', () => {
    const long = `echo ${'a '.repeat(100_000)}`;
    expect(reach(long)).toEqual([]);
    expect(reach(`${'"$(cat <<E\n'.repeat(2000)}`)).toBe('anything');
  });
});
