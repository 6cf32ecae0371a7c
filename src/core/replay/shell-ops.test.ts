import { describe, expect, it } from 'vitest';
import { shellOps } from './shell-ops.ts';

const ops = (script: string) => shellOps(script, '/p');
const write = (path: string, content: string) => ({ kind: 'write', path, content, how: 'heredoc' });

describe('shellOps', () => {
  it('a heredoc in quotes is a write', () => {
    expect(ops("cat > a.txt <<'END'\none\n$two\nEND\n")).toEqual([write('/p/a.txt', 'one\n$two\n')]);
    expect(ops('cat <<"END" > a.txt\none\nEND')).toEqual([write('/p/a.txt', 'one\n')]);
    expect(ops("tee a.txt <<'END' > /dev/null\none\nEND")).toEqual([write('/p/a.txt', 'one\n')]);
  });

  it('a heredoc without quotes is a write only if the shell changes nothing in it', () => {
    expect(ops('cat > a <<END\nplain\nEND')).toEqual([write('/p/a', 'plain\n')]);
    expect(ops('cat > a <<END\n$HOME\nEND')).toEqual([]);
    expect(ops('cat > a <<END\n`date`\nEND')).toEqual([]);
  });

  it('a heredoc may add to a file', () => {
    expect(ops("cat >> a <<'END'\nx\nEND")).toEqual([{ ...write('/p/a', 'x\n'), append: true }]);
    expect(ops("tee -a a <<'END'\nx\nEND")).toEqual([{ ...write('/p/a', 'x\n'), append: true }]);
  });

  it('commands in the body of a heredoc are text', () => {
    expect(ops("cat > a <<'END'\nrm b\nmv c d\nEND\nrm e")).toEqual([
      write('/p/a', 'rm b\nmv c d\n'),
      { kind: 'delete', path: '/p/e' },
    ]);
    expect(ops("python3 - <<'END'\nrm b\nEND")).toEqual([]);
  });

  it('tabs before the lines of <<- are not part of the file', () => {
    expect(ops("cat > a <<-'END'\n\tone\n\t\ttwo\n\tEND")).toEqual([write('/p/a', 'one\ntwo\n')]);
  });

  it('a heredoc whose word does not come is no write', () => {
    expect(ops("cat > a <<'END'\none\n")).toEqual([]);
    expect(ops("cat > a <<'END'\none\n END \ntwo\nEND\n")).toEqual([write('/p/a', 'one\n END \ntwo\n')]);
  });

  it('two heredocs with the same opening keep their own texts', () => {
    expect(ops("cat > a <<'E'\n1\nE\ncat > a <<'E'\n2\nE\n")).toEqual([write('/p/a', '1\n'), write('/p/a', '2\n')]);
  });

  it('moves, copies and takes away', () => {
    expect(ops('mv a b && cp -r b c; git mv c d | rm -f d')).toEqual([
      { kind: 'move', path: '/p/a', to: '/p/b' },
      { kind: 'move', path: '/p/b', to: '/p/c', copy: true },
      { kind: 'move', path: '/p/c', to: '/p/d' },
      { kind: 'delete', path: '/p/d' },
    ]);
  });

  it('moves into a folder', () => {
    expect(ops('mv a b/')).toEqual([{ kind: 'move', path: '/p/a', to: '/p/b/a' }]);
    expect(ops('mv x/a y/b dir')).toEqual([
      { kind: 'move', path: '/p/x/a', to: '/p/dir/a' },
      { kind: 'move', path: '/p/y/b', to: '/p/dir/b' },
    ]);
  });

  it('follows cd', () => {
    expect(ops('cd src && mv a b')).toEqual([{ kind: 'move', path: '/p/src/a', to: '/p/src/b' }]);
    expect(ops('cd /q; rm a')).toEqual([{ kind: 'delete', path: '/q/a' }]);
  });

  it('leaves alone what only the shell knows', () => {
    expect(ops('rm *.txt; mv $A b; cp `x` y; git rm --cached a')).toEqual([]);
  });

  it('words in quotes are one path, and operators in them are none', () => {
    expect(ops('mv \'a b\' "c; d"')).toEqual([{ kind: 'move', path: '/p/a b', to: '/p/c; d' }]);
  });

  it('takes long scripts and odd ones', () => {
    expect(ops(`${"cat > a <<'E'\nx\nE\n".repeat(2000)}`)).toHaveLength(2000);
    expect(ops('"'.repeat(9999))).toEqual([]);
    expect(ops('<<')).toEqual([]);
  });
});
