import { expect, it } from 'vitest';
import { piStore } from './stores/pi/store.ts';
import { qwenStore } from './stores/qwen/store.ts';

it('takes a tilde in a variable of pi and of Qwen Code for the folder of the user, as they do', () => {
  const pi = (value: string) => piStore.homes({ HOME: '/h', PI_CODING_AGENT_DIR: value }).paths;
  expect([pi('~/own'), pi('~'), pi('~other/own'), pi('/a/~/own')]).toEqual([
    ['/h/own'],
    ['/h'],
    ['~other/own'],
    ['/a/~/own'],
  ]);
  expect(piStore.homes({ HOME: '/h', PI_CODING_AGENT_SESSION_DIR: '~/s', PI_CODING_AGENT_DIR: '/a' }).paths).toEqual([
    '/h/s',
  ]);
  expect(qwenStore.homes({ HOME: '/h', QWEN_HOME: '~/own' })).toEqual({ paths: ['/h/own'], isNamed: true });
  expect(qwenStore.homes({ HOME: '/h', QWEN_HOME: ' ' })).toEqual({ paths: ['/h/.qwen'], isNamed: false });
});
