import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Module {
  id: string;
  size: number;
  imports: string[];
  dynamicImports: string[];
  packages: number;
}

const here = fileURLToPath(new URL('./plan-chunks.mjs', import.meta.url));
const {
  planChunks,
}: { planChunks(modules: Map<string, Module>, entry: string, weigh: () => number): Map<string, number> } = await import(
  here
);

function plan(modules: Record<string, Partial<Module>>): Map<string, number> {
  const whole = Object.entries(modules).map(([id, given]): [string, Module] => [
    id,
    { id, size: 1000, imports: [], dynamicImports: [], packages: 0, ...given },
  ]);
  return planChunks(new Map(whole), 'main', () => 1);
}

const MUCH = 1_000_000;

describe('the plan of files', () => {
  it('joins what is loaded together, and what is small', () => {
    const files = plan({
      main: { dynamicImports: ['one', 'two'] },
      one: { imports: ['shared'] },
      two: { imports: ['shared'] },
      shared: {},
    });
    expect(new Set(files.values()).size).toBe(1);
  });

  it('keeps apart what is large and not needed by all', () => {
    const files = plan({
      main: { dynamicImports: ['one', 'two'] },
      one: { size: MUCH, imports: ['shared'] },
      two: { size: MUCH, imports: ['shared'] },
      shared: { size: MUCH },
    });
    expect(new Set(files.values()).size).toBe(4);
  });

  it('loads no package for a command that does not need it', () => {
    const files = plan({ main: { dynamicImports: ['one', 'two'] }, one: { packages: 1 }, two: {} });
    expect(files.get('one')).not.toBe(files.get('two'));
    expect(files.get('one')).not.toBe(files.get('main'));
  });

  it('never makes two files that need each other', () => {
    // Joined, `top` and `bottom` would need `middle`, which needs them.
    const files = plan({
      main: { dynamicImports: ['top', 'other'] },
      top: { imports: ['middle'] },
      other: { size: MUCH, imports: ['middle'] },
      middle: { size: MUCH, imports: ['bottom'] },
      bottom: {},
    });
    const joined = files.get('top') === files.get('bottom');
    expect(joined && files.get('middle') !== files.get('top')).toBe(false);
  });
});
