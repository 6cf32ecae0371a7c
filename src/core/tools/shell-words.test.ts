import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinWords, splitWords, unwrapArgv, unwrapShell } from './shell-words.ts';

describe('joinWords', () => {
  // All but the last three are commands as Codex 0.42 and later print them.
  it.each([
    [['bash', '-lc', 'ls'], 'bash -lc ls'],
    [['bash', '-lc', 'echo quick'], "bash -lc 'echo quick'"],
    [
      ['bash', '-lc', 'echo "to stdout"; echo "to stderr" >&2; exit 3'],
      `bash -lc 'echo "to stdout"; echo "to stderr" >&2; exit 3'`,
    ],
    [['/bin/bash', '-lc', 'kill -9 $$'], "/bin/bash -lc 'kill -9 $$'"],
    [
      ['bash', '-lc', "printf '\\033[31mred\\033[0m \\000nul'"],
      `bash -lc "printf '\\\\033[31mred\\\\033[0m \\\\000nul'"`,
    ],
    [
      ['bash', '-lc', 'cat <<\'EOF\' > multi.txt\nline "two"\nEOF\n'],
      `bash -lc "cat <<'EOF' > multi.txt\nline \\"two\\"\nEOF\n"`,
    ],
    [['echo', '', 'héllo'], "echo '' 'héllo'"],
    [['echo', "it's $5"], `echo "it's "'$5'`],
    [['grep', '^a^b'], "grep '^a''^b'"],
  ])('quotes %j as Codex does', (words, line) => {
    expect(joinWords(words)).toBe(line);
  });

  it('gives a line that splits into the same words', () => {
    const awkward = fc.string({ unit: fc.constantFrom(...'ab \t\n\'"\\$`!^#~*=é👋\0') });
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), awkward)), (words) => {
        expect(splitWords(joinWords(words))).toEqual(words);
      }),
    );
  });
});

describe('splitWords', () => {
  it.each([
    ['', []],
    ['  a  b\tc\nd ', ['a', 'b', 'c', 'd']],
    [`a'b c'"d e"f\\ g`, ['ab cd ef g']],
    [`"\\$ \\a \\\\ \\" \\\n."`, ['$ \\a \\ " .']],
    ["'\\' ''", ['\\', '']],
    ['a \\\n b', ['a', 'b']],
    ['a#b #c', ['a#b', '#c']],
  ])('reads %j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each(["a 'b", 'a "b', 'a "b\\', 'a \\'])('knows no words of %j, which is not closed', (line) => {
    expect(splitWords(line)).toBeUndefined();
  });
});

describe('unwrapShell', () => {
  it.each([
    ["/bin/bash -lc 'ls'", 'ls'],
    ['bash -lc ls', 'ls'],
    ['/usr/local/bin/zsh -c "echo \\"hi\\" \\\\ \'there\'"', `echo "hi" \\ 'there'`],
    [`sh -c 'a "b" $c'`, 'a "b" $c'],
    ["dash -c 'x'", 'x'],
    ["/bin/ksh -lc 'x y'", 'x y'],
    ["bash -lc ''", ''],
    ["powershell.exe -NoProfile -Command 'Get-ChildItem | Select Name'", 'Get-ChildItem | Select Name'],
    ["pwsh -c 'ls'", 'ls'],
    [
      `"C:\\\\Program Files\\\\PowerShell\\\\7\\\\pwsh.exe" -NoLogo -NoProfile -Command 'Write-Host hi'`,
      'Write-Host hi',
    ],
    ["cmd.exe /c 'dir /b'", 'dir /b'],
  ])('gives the script of %s', (command, script) => {
    expect(unwrapShell(command)).toBe(script);
  });

  it.each([
    'ls -la',
    'bash script.sh',
    "bash -lc 'ls' extra",
    "bash -x -c 'ls'",
    "bash -lc 'ls' | head",
    'bash -lc ls>out',
    "bash -lc 'ls",
    "python -c 'print(1)'",
    "pwsh -File 'x.ps1'",
    "pwsh -Command 'a' 'b'",
    "-lc 'ls' bash",
    '',
  ])('leaves %j as it is', (command) => {
    expect(unwrapShell(command)).toBe(command);
  });

  it('agrees with unwrapArgv on every script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (script) => {
        expect(unwrapArgv(['/bin/bash', '-lc', script])).toBe(script);
        expect(unwrapShell(joinWords(['/bin/bash', '-lc', script]))).toBe(script);
      }),
    );
  });
});

describe('unwrapArgv', () => {
  it('joins what runs no shell', () => {
    expect(unwrapArgv(['git', 'commit', '-m', 'a b'])).toBe("git commit -m 'a b'");
    expect(unwrapArgv(['bash', '-lc', 'ls', 'x'])).toBe('bash -lc ls x');
    expect(unwrapArgv([])).toBe('');
  });
});
