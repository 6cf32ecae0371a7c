import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { readPolicy } from './policy-file.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-policy-')));
mkdirSync(join(cwd, 'src', 'deep'), { recursive: true });
mkdirSync(join(cwd, 'secret'));
mkdirSync(join(cwd, 'src', '.git'));
writeFileSync(join(cwd, 'secret', 'key'), '');
symlinkSync(join(cwd, 'secret'), join(cwd, 'src', 'link'));
symlinkSync(join(cwd, 'nowhere', 'x'), join(cwd, 'src', 'dangling'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const policy = (...rules: object[]) => readPolicy(JSON.stringify({ version: 1, rules, default: 'ask' }));
const git = policy({ decide: 'allow', command: ['git', 'status'] });
const run = (command: string, rules = git) => decide(rules, { kind: 'command', command, cwd }).decide;

describe('an allow for a command', () => {
  it.each([
    'git status',
    'git status --short',
    '  git   status\t-s ',
    "git 'status'",
    'git "status" -s',
    'g\\it status',
    'git status "a b"',
    'git status *.ts',
    'git status -- ünïcode.txt',
    "/bin/bash -lc 'git status'",
    'bash -c "git status"',
    'git status a=b',
    'git status "\\$HOME"',
  ])('holds for %j', (command) => expect(run(command)).toBe('allow'));

  it.each([
    'git',
    'git push',
    'git statusx',
    'git-status',
    './git status',
    '/usr/bin/git status',
    'git status; rm -rf x',
    'git status;rm',
    'git status & rm x',
    'git status && rm x',
    'git status || rm x',
    'git status | sh',
    'git status |& sh',
    'git status\nrm x',
    'git status\r\nrm x',
    'git status\u2028rm x',
    'git status\u0085rm x',
    'git status > x',
    'git status >> x',
    'git status 2>x',
    'git status < x',
    'git status <<EOF',
    'git status $(rm x)',
    'git status `rm x`',
    'git status "$(rm x)"',
    'git status "`rm x`"',
    'git status $HOME',
    'git status $' + '{x:-y}',
    'git status "$HOME"',
    "git status $'x'",
    'git status <(rm x)',
    'git status >(rm x)',
    '(git status)',
    '{ git status; }',
    'FOO=bar git status',
    'FOO+=bar git status',
    'FOO[0]=bar git status',
    'PATH=. git status',
    'g?t status',
    'g*t status',
    'gi[t] status',
    '{git,rm} status',
    'git {status,push}',
    'git stat*',
    '~/git status',
    '=git status',
    '!git status',
    'git status # \n',
    '# git status',
    'git status "open',
    "git status 'open",
    'git status \\',
    'git status \\\nrm',
    'git\u00a0status',
    'git status\u200b; rm',
    'git status \u202e',
    'git status \u0000',
    'git status \u001b[2J',
    'gіt status',
    'git ｓtatus',
    'GIT STATUS',
    'sudo git status',
    'env git status',
    'time git status',
    './bash -c "git status"',
    'bash -c "git status; rm x"',
    'bash -c "git status" rm',
    'bash -ic "git status"',
    "bash -c 'git status' -- x",
    'bash -c $x',
    "/tmp/bin/sh -c 'git status'",
    '',
    '   ',
    '""',
    "'' git status",
  ])('never holds for %j', (command) => expect(run(command)).toBe('ask'));

  it('no rule allows what is no simple command, not even one for its whole tool', () => {
    const rules = policy({ decide: 'allow', tool: 'Bash' });
    const decided = (command: string) => decide(rules, { kind: 'command', tool: 'Bash', command, cwd }).decide;
    expect([decided('rm x'), decided('rm x; rm y'), decided('rm $(ls)')]).toEqual(['allow', 'ask', 'ask']);
    expect(decide(rules, { kind: 'command', tool: 'Bash', cwd }).decide).toBe('ask');
  });

  it('says nothing of files or addresses that come with it', () => {
    const change = [{ path: 'src/a.ts' }];
    expect(decide(git, { kind: 'command', command: 'git status', changes: change, cwd }).decide).toBe('ask');
    expect(decide(git, { kind: 'command', command: 'git status', url: 'https://x.org', cwd }).decide).toBe('ask');
    const files = policy({ decide: 'allow', path: 'src/**' });
    expect(decide(files, { kind: 'command', command: 'rm x', changes: change, cwd }).decide).toBe('ask');
  });
});

describe('a deny for a command', () => {
  const rules = policy({ decide: 'deny', command: ['rm'] }, { decide: 'allow', tool: 'Bash' });
  const denied = (command: string) => decide(rules, { kind: 'command', tool: 'Bash', command, cwd }).decide;
  it.each([
    'rm x',
    '/bin/rm x',
    'ls; rm x',
    'ls && rm x',
    'ls | xargs rm',
    'sudo rm x',
    'sudo -u root rm x',
    'env A=b rm x',
    'A=b rm x',
    'echo $(rm x)',
    'echo `rm x`',
    'echo "$(rm x)"',
    "bash -c 'rm x'",
    "bash -lc 'cd x && rm y'",
    'r\\m x',
    "'rm' x",
    'r""m x',
    'if true; then rm x; fi',
    'timeout 5 rm x',
    'ls\nrm x',
    '(rm x)',
    'eval "rm x"',
    '>out rm x',
    '2>/dev/null rm x',
    '2>&1 rm x',
    '<in rm x',
    'r\\\nm x',
    "$'rm' x",
    "$'\\x72\\155' x",
    '$"rm" x',
    '{rm,-rf,x}',
    '/bin/r? x',
    '/bin/[r]m x',
    "find . -name '*.ts' -exec rm {} +",
    'coproc rm x',
    'su root -c "rm x"',
    "trap 'rm x' EXIT",
    'watch rm x',
    'case a in a) rm x;; esac',
    'f() { rm x; }; f',
    'rm$' + '{IFS}-rf$' + '{IFS}x',
    'rm$IFS-rf x',
    'r$@m x',
    'r$' + '{nothing}m x',
    'RM x',
    'alias x=rm; x y',
    'x=rm; $x y',
    'A[0]=b rm x',
    'echo rm x | sh',
    "printf 'rm x' | sudo /bin/bash",
    'ssh host rm x',
    "fish -c 'rm x'",
    "pwsh -Command 'rm x'",
    "tmux new -d 'rm x'",
    'docker exec c rm x',
    'kubectl exec pod -- rm x',
    'uv run rm x',
    'npm exec -- rm x',
    'fd . --exec rm',
    'fd -x rm',
    "env -S'rm -rf x'",
    "git -c alias.x='!rm -rf y' x",
    "git submodule foreach 'rm x'",
    "git rebase --exec 'rm x' main",
    'git rebase --exec=rm main',
    'git bisect run rm x',
    "git filter-branch --tree-filter 'rm x' HEAD",
  ])('holds for %j', (command) => expect(denied(command)).toBe('deny'));
  it.each(['git rm x', 'ls rm', 'rmdir x', 'find . -name rm'])('leaves %j to other rules', (command) =>
    expect(denied(command)).toBe('allow'),
  );
});

describe('a deny for a command of more than one word', () => {
  const rules = policy(
    { decide: 'deny', command: ['git', 'push'] },
    { decide: 'deny', command: ['npm', 'publish'] },
    { decide: 'deny', command: ['docker', 'system', 'prune'] },
    { decide: 'allow', tool: 'Bash' },
  );
  const decided = (command: string) => decide(rules, { kind: 'command', tool: 'Bash', command, cwd }).decide;
  it.each([
    'git -C folder push origin main',
    'git -c user.name=x -c a=b push',
    'git --no-pager push',
    'git --git-dir .git --work-tree . push',
    'git -P -C . push',
    'npm --prefix sub publish',
    'npm -w a --silent publish',
    'docker --context x system --debug prune',
    "git submodule foreach 'git -C . push'",
    'alias p="git push"; p',
  ])('holds where options stand between them: %j', (command) => expect(decided(command)).toBe('deny'));
  it.each(['git stash push', 'git log --grep push', 'git commit -m push', 'npm run publish', 'docker ps system prune'])(
    'leaves %j to other rules',
    (command) => expect(decided(command)).toBe('allow'),
  );
});

describe('a path', () => {
  const rules = policy({ decide: 'allow', path: 'src/**' });
  const edit = (...paths: string[]) =>
    decide(rules, { kind: 'edit', tool: 'Write', changes: paths.map((path) => ({ path })), cwd }).decide;

  it.each([['src/a.ts'], ['src/deep/new/b.ts'], [`${cwd}/src/a.ts`], ['src/a.ts', 'src/b.ts'], ['src/deep/../a.ts']])(
    'holds for %s',
    (...paths) => expect(edit(...paths)).toBe('allow'),
  );
  it.each([
    ['a.ts'],
    ['src'],
    ['src/../a.ts'],
    ['src/a.ts', 'a.ts'],
    ['src/link/key'],
    ['src/link/new'],
    ['src/link/../a.ts'],
    [`src/${'deep/../'.repeat(1000)}a.ts`],
    ['src/dangling'],
    ['src/.git/hooks'],
    ['/etc/passwd'],
    ['../x/src/a'],
    ['srcx/a'],
    ['src/a\0'],
    ['src/git~1/config'],
    ['src/.g\u200cit/config'],
    ['src/.GIT./config'],
    [''],
  ])('does not hold for %j', (...paths) => expect(edit(...paths)).toBe('ask'));

  it('says nothing of a home folder or an address, which some agents understand', () => {
    const all = policy({ decide: 'allow', path: '**' });
    const by = (path: string) => decide(all, { kind: 'edit', changes: [{ path }], cwd }).decide;
    expect(['a/~', '~/.profile', '~root/x', 'file:///etc/passwd'].map(by)).toEqual(['allow', 'ask', 'ask', 'ask']);
  });

  it('says nothing of what is no edit, such as a root to write below', () => {
    expect(decide(rules, { kind: 'path', changes: [{ path: 'src/a' }], cwd }).decide).toBe('ask');
  });

  it('holds for both ends of a move, and for nothing where no change is told', () => {
    const moved = (move_path: string) =>
      decide(rules, { kind: 'edit', changes: [{ path: 'src/a', move_path }], cwd }).decide;
    expect([moved('src/b'), moved('b')]).toEqual(['allow', 'ask']);
    expect(edit()).toBe('ask');
    expect(decide(rules, { kind: 'edit', cwd }).decide).toBe('ask');
  });

  it('denies if one of many is meant, by whatever name', () => {
    const secrets = policy({ decide: 'deny', path: 'secret/**' });
    const by = (path: string) => decide(secrets, { kind: 'edit', changes: [{ path: 'src/a' }, { path }], cwd }).decide;
    expect(['secret/key', 'src/link/key', 'src/../secret/x'].map(by)).toEqual(['deny', 'deny', 'deny']);
    expect(by('src/b')).toBe('ask');
    // As disks know it that tell no capitals and keep letters in another form.
    expect(['SECRET/key', 'Secret/new'].map(by)).toEqual(['deny', 'deny']);
    const umlaut = policy({ decide: 'deny', path: 'gr\u00fcn/**' });
    expect(decide(umlaut, { kind: 'edit', changes: [{ path: 'gru\u0308n/a' }], cwd }).decide).toBe('deny');
  });
});

describe('a host', () => {
  const rules = policy({ decide: 'allow', host: 'example.org' });
  const fetch = (url: string) => decide(rules, { kind: 'fetch', url, cwd }).decide;
  it.each(['https://example.org', 'https://EXAMPLE.org/x', 'http://example.org:8080/'])('holds for %s', (url) =>
    expect(fetch(url)).toBe('allow'),
  );
  it.each([
    'https://example.org.evil.net',
    'https://evil.net/example.org',
    'https://example.org@evil.net',
    'https://sub.example.org',
    'file://example.org/x',
    'javascript:example.org',
    'example.org',
    '',
  ])('does not hold for %j', (url) => expect(fetch(url)).toBe('ask'));
  it('holds for a fetch, and for another tool only if the rule names it', () => {
    const call = { kind: 'tool', tool: 'mcp__shell__run', url: 'https://example.org', cwd };
    expect(decide(rules, call).decide).toBe('ask');
    const named = policy({ decide: 'allow', tool: 'mcp__shell__run', host: 'example.org' });
    expect(decide(named, call).decide).toBe('allow');
  });
  it('has to be the host of every address among the arguments', () => {
    const fetchWith = (input: object) =>
      decide(rules, { kind: 'fetch', url: 'https://example.org', input, cwd }).decide;
    expect(fetchWith({ url: 'https://example.org/a', prompt: 'What is new?' })).toBe('allow');
    expect(fetchWith({ url: 'https://example.org', prompt: 'read https://evil.net/x' })).toBe('ask');
    expect(fetchWith({ url: 'https://example.org', prompt: 'read file:///etc/passwd' })).toBe('ask');
    const no = policy({ decide: 'deny', host: 'evil.net' });
    expect(decide(no, { kind: 'tool', input: { prompt: 'read https://evil.net/x' }, cwd }).decide).toBe('deny');
  });
  it('denies what lies below it, and commands that name it', () => {
    const no = policy({ decide: 'deny', host: 'example.org' });
    expect(decide(no, { kind: 'fetch', url: 'https://sub.example.org', cwd }).decide).toBe('deny');
    for (const command of ['curl example.org', 'curl EXAMPLE.org', 'curl ex"am"ple.org', 'curl exam\\ple.or$@g'])
      expect(decide(no, { kind: 'command', command, cwd }).decide).toBe('deny');
  });
});

it('a flood of one sign is decided upon in linear time', () => {
  const rules = policy({ decide: 'deny', command: ['rm', '-rf'] }, { decide: 'deny', host: 'evil.net' });
  for (const sign of [
    '"',
    "'",
    '\\"',
    'sh "x" ',
    '[',
    ',',
    'a',
    'a:/',
    '-a ',
    '-x ',
    'a=',
    '|',
    '| ',
    'rm -a b ',
    '--exec=',
  ]) {
    const flood = sign.repeat(50_000);
    expect(decide(rules, { kind: 'command', command: `ls {${flood}`, input: { flood }, cwd }).decide).toBe('ask');
  }
});

it('the first rule that holds decides, and its number is told', () => {
  const rules = policy({ decide: 'ask', command: ['git', 'push'] }, { decide: 'allow', command: ['git'] });
  expect(decide(rules, { kind: 'command', command: 'git push', cwd })).toMatchObject({ decide: 'ask', rule: 0 });
  expect(decide(rules, { kind: 'command', command: 'git log', cwd })).toMatchObject({ decide: 'allow', rule: 1 });
  expect(decide(rules, { kind: 'tool', tool: 'x', cwd })).toMatchObject({ decide: 'ask', rule: null });
});

it.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another version', { version: 2, rules: [], default: 'ask' }],
  ['no version', { rules: [], default: 'ask' }],
  ['an unknown member', { version: 1, rules: [], default: 'ask', extra: 1 }],
  ['a default of allow', { version: 1, rules: [], default: 'allow' }],
  ['no default', { version: 1, rules: [] }],
  ['rules that are no list', { version: 1, rules: {}, default: 'ask' }],
  ['an allow without a condition', { version: 1, rules: [{ decide: 'allow' }], default: 'ask' }],
  ['an unknown decision', { version: 1, rules: [{ decide: 'maybe', tool: 'x' }], default: 'ask' }],
  ['an unknown member of a rule', { version: 1, rules: [{ decide: 'deny', tools: 'x' }], default: 'ask' }],
  ['a command that is a text', { version: 1, rules: [{ decide: 'allow', command: 'git status' }], default: 'ask' }],
  ['an empty command', { version: 1, rules: [{ decide: 'allow', command: [] }], default: 'ask' }],
  ['an empty word', { version: 1, rules: [{ decide: 'allow', command: [''] }], default: 'ask' }],
  ['an empty path', { version: 1, rules: [{ decide: 'allow', path: '' }], default: 'ask' }],
  ['a host with a path', { version: 1, rules: [{ decide: 'allow', host: 'example.org/x' }], default: 'ask' }],
  ['odd values', { version: 1, rules: [{ decide: 'allow', tool: { toString: 0 } }], default: 'ask' }],
])('a policy with %s is refused', (_what, value) => {
  expect(() => readPolicy(typeof value === 'string' ? value : JSON.stringify(value))).toThrow(TypeError);
});

it('a very long command is read in time', () => {
  expect(run(`git status ${'x '.repeat(100_000)}`)).toBe('allow');
  expect(run(`git status ${'"a" '.repeat(50_000)};`)).toBe('ask');
  const rules = policy({ decide: 'deny', command: ['rm'] });
  expect(decide(rules, { kind: 'command', command: '"'.repeat(100_001), cwd }).decide).toBe('ask');
  expect(decide(rules, { kind: 'command', command: `sudo ${'x '.repeat(100_000)}`, cwd }).decide).toBe('ask');
  expect(decide(rules, { kind: 'command', command: `${'*'.repeat(50_000)}x ${'{'.repeat(50_000)}`, cwd }).decide).toBe(
    'ask',
  );
});
