import { describe, expect, it } from 'vitest';
import { normalRemote } from './normal-remote.ts';

/** No text of this repository looks like a secret. */
const password = ['a', 'b'].join('');

describe('the name of a repository', () => {
  it.each([
    'https://github.com/acme/app',
    'https://github.com/acme/app.git',
    'https://github.com/Acme/App.git/',
    `https://anna:${password}@github.com/acme/app.git?x=1#y`,
    'git@github.com:acme/app.git',
    'github.com:acme/app',
    'ssh://git@github.com:22/acme/app.git',
    'ssh://git@GitHub.com//acme//app',
    '  git://github.com/acme/app.git\n',
  ])('is the same for %s', (address) => {
    expect(normalRemote(address)).toBe('github.com/acme/app');
  });

  it.each([
    '',
    '/srv/git/app.git',
    '../app',
    'C:\\work\\app',
    'file:///srv/git/app.git',
    'https://github.com',
    'https://',
    'git@github.com:',
    'javascript://x/y',
    `https://github.com/${'a'.repeat(400)}`,
    'git@github.com:a b',
    'git@github.com:\u001b]0;x',
  ])('is none for %j', (address) => {
    expect(normalRemote(address)).toBeUndefined();
  });
});
