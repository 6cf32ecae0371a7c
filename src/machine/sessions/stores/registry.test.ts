import { expect, it } from 'vitest';
import { agentStores } from './registry.ts';

it('names for each agent a variable by which its sessions are found: pages tell people to set it', () => {
  for (const { name, homeVariable, store } of agentStores) {
    if (homeVariable === undefined) continue;
    const [first = ''] = store.homes({ HOME: '/h', [homeVariable]: '/named' }).paths;
    expect([name, first.startsWith('/named')]).toEqual([name, true]);
  }
});
