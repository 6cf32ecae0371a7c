import { describe, expect, it } from 'vitest';
import { parsePatch, patchOfArgv, patchOfScript } from './apply-patch.ts';

const patch = `*** Begin Patch
*** Add File: a/new.txt
+one
+
+two
*** Update File: src/app.js
@@ function add() {
 export function add(a, b) {
-  return a - b;
+  return a + b;

@@
-old
+new
*** End of File
*** Update File: old name.txt
*** Move to: new name.txt
 kept
-x
+y
*** Delete File: gone.txt
*** End Patch`;

describe('parsePatch', () => {
  it('gives one change for each file, with its hunks', () => {
    expect(parsePatch(patch)).toEqual([
      { path: 'a/new.txt', kind: 'add', new_content: 'one\n\ntwo\n' },
      {
        path: 'src/app.js',
        kind: 'update',
        diff: '@@ function add() {\n export function add(a, b) {\n-  return a - b;\n+  return a + b;\n \n@@\n-old\n+new\n',
      },
      { path: 'old name.txt', kind: 'update', move_path: 'new name.txt', diff: '@@\n kept\n-x\n+y\n' },
      { path: 'gone.txt', kind: 'delete' },
    ]);
  });

  it('does not mind space around it, carriage returns, and a missing end', () => {
    const loose = `\n  ${patch.replace('*** End Patch', '').trimEnd().replaceAll('\n', '\r\n')}\n`;
    expect(parsePatch(loose)?.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      'add a/new.txt',
      'update src/app.js',
      'update old name.txt',
      'delete gone.txt',
    ]);
  });

  it('reads a move without hunks, and an empty file', () => {
    const text = '*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: c\n*** End Patch';
    expect(parsePatch(text)).toEqual([
      { path: 'a', kind: 'update', move_path: 'b' },
      { path: 'c', kind: 'add', new_content: '' },
    ]);
  });

  it.each(['', 'ls', '*** Begin Patch\n*** End Patch', '*** Add File: a\n+b'])('finds none in %j', (text) => {
    expect(parsePatch(text)).toBeUndefined();
  });
});

describe('a patch in a command', () => {
  it.each([
    [['apply_patch', patch], { patch }],
    [['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF\n`], { patch }],
    [['/bin/zsh', '-c', `cd src && apply_patch <<EOF\n${patch}\nEOF`], { patch, folder: 'src' }],
    [['bash', '-lc', `cd 'my dir' && applypatch <<"PATCH"\n${patch}\nPATCH`], { patch, folder: 'my dir' }],
  ])('is found in %j', (argv, found) => {
    expect(patchOfArgv(argv)).toEqual(found);
  });

  it.each([
    [['bash', '-lc', 'cat <<EOF\n*** Begin Patch\nEOF']],
    [['bash', '-lc', "apply_patch <<'EOF'\n*** Begin Patch"]],
    [['apply_patch']],
    [['git', 'apply', 'x']],
    [[]],
  ])('is not found in %j', (argv) => {
    expect(patchOfArgv(argv)).toBeUndefined();
  });

  it('is looked for in a script of one line without harm', () => {
    expect(patchOfScript('apply_patch')).toBeUndefined();
  });

  it.each([
    `cd${' '.repeat(100_000)}x\n${patch}\nEOF`,
    `cd a${' &&'.repeat(30_000)} apply_patch <<EOF\nx`,
    `apply_patch <<${' '.repeat(100_000)}x y\nx`,
  ])('is looked for in a long line in one pass, case %#', (script) => {
    expect(patchOfScript(script)).toBeUndefined();
  });
});
