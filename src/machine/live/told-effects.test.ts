import { describe, expect, it } from 'vitest';
import { toldEffects } from './told-effects.ts';

const of = (command: string) => toldEffects({ command, cwd: '/tmp' });

describe('the effects that are told', () => {
  it('always say of a command what is not known, and never that there is none', () => {
    expect(of('ls')).toEqual([{ kind: 'unknown', text: 'not known: what it does' }]);
    expect(of('')).toEqual([{ kind: 'unknown', text: 'not known: what it does' }]);
    expect(of('npm test | tee log').at(-1)).toEqual({
      kind: 'unknown',
      text: 'not known: it may do more than its words tell',
    });
  });

  it('name what would be deleted, what lies outside and who is reached', () => {
    expect(of('rm -rf node_modules')).toContainEqual({ kind: 'deletes', text: 'node_modules', path: 'node_modules' });
    expect(of('cat /etc/passwd')).toContainEqual({ kind: 'outside', text: '/etc/passwd', path: '/etc/passwd' });
    expect(of('curl https://example.org')).toContainEqual({ kind: 'network', text: 'example.org' });
  });

  it.each(['constructor x', 'toString', '__proto__ y', 'hasOwnProperty'])(
    'of %s are told like all others',
    (command) => {
      expect(of(command)).toEqual([{ kind: 'unknown', text: 'not known: what it does' }]);
    },
  );

  it('of a tool without words are not known', () => {
    expect(toldEffects({ cwd: '/tmp' })).toEqual([{ kind: 'unknown', text: 'not known: what it does' }]);
  });

  it('of a change of files are the change itself', () => {
    expect(toldEffects({ cwd: '/tmp', changes: [{ path: 'a', kind: 'update', diff: '+a' }] })).toEqual([]);
    expect(toldEffects({ cwd: '/tmp', changes: [{ path: 'a', kind: 'delete' }] })).toEqual([
      { kind: 'deletes', text: 'a', path: 'a' },
    ]);
  });
});
