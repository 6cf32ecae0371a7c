import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** All that a file's declarations pull in: sources by their paths, packages by their names. Examples in comments do not. */
function pulledIn(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target = ''] of readFileSync(join(source, path), 'utf8').matchAll(/^(?! \*).*\bfrom '([^']+)'/gm)) {
    if (target.startsWith('.')) pulledIn(relative(source, join(source, dirname(path), target)), found);
    else found.add(target);
  }
  return found;
}

it('the types of the root pull in no package but Zod, which comes with it, and of the chat service only what an agent is', () => {
  const found = [...pulledIn('index.ts')];
  expect(found.filter((path) => !path.endsWith('.ts'))).toEqual(['zod']);
  expect(found.filter((path) => path.startsWith('doors/'))).toEqual([
    'doors/chat/chat-agent.ts',
    'doors/chat/sandbox.ts',
  ]);
});
