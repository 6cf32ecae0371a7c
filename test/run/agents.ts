import { fileURLToPath } from 'node:url';

/** The path of a fake agent: a tiny program with one bad habit. */
export function fakeAgent(name: string): string {
  return fileURLToPath(new URL(`../fakes/agents/${name}.mjs`, import.meta.url));
}

/** What `hello()` of test/fakes/agents/say.mjs says. */
export const THREAD = '01a1de06-a90d-7a61-9d18-572c3f3466f0';
