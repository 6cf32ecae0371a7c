import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = fileURLToPath(new URL('./plain-exports.mjs', import.meta.url));
const { withPlainExports }: { withPlainExports(code: string): string } = await import(here);

const getter = (name: string, value: string) =>
  `Object.defineProperty(exports,"${name}",{enumerable:!0,get:function(){return ${value}}})`;

it('a part gives its values to others as they are', () => {
  const code = `var a=1,b=()=>2;${getter('t', 'a')},${getter('$n', 'b')};`;
  const exports: Record<string, unknown> = {};
  new Function('exports', withPlainExports(code))(exports);
  expect(Object.getOwnPropertyDescriptor(exports, 't')).toMatchObject({ value: 1 });
  expect((exports.$n as () => number)()).toBe(2);
});

it('a bundler that writes exports in another way ends the build', () => {
  expect(() => withPlainExports(`${getter('t', 'a')};var a=1;`)).toThrow(/another way/);
  expect(() => withPlainExports('Object.defineProperty(exports,"t",{get:()=>a});')).toThrow(/another way/);
});
