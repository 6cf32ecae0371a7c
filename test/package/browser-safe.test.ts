import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const nodeGlobals = ['process', 'Buffer', 'global', 'require', 'module', '__dirname', '__filename', 'setImmediate'];

/** Bundles a built entry as for a browser, with a mark in place of each global of Node that it uses. */
async function bundleForBrowser(entry: string) {
  expect(existsSync(dist), 'dist/ is missing: npm run build').toBe(true);
  const { metafile, outputFiles } = await build({
    entryPoints: [`${dist}${entry}`],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    // Whatever is imported by name is listed instead of resolved, `fs` and `node:fs` among it.
    packages: 'external',
    define: Object.fromEntries(nodeGlobals.map((name) => [name, `nodeGlobal_${name}`])),
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  // What asks first whether there is such a global runs without it.
  const text = outputFiles[0]?.text.replaceAll(/typeof (nodeGlobal_\w+) ?(?:!== "undefined"|< "u") ?&& ?!*\1\b/g, '');
  const globals = new Set(text?.match(/nodeGlobal_\w+/g));
  return { imports, globals: [...globals] };
}

it('the built root imports nothing at all and uses no global of Node', async () => {
  expect(await bundleForBrowser('index.js')).toEqual({ imports: [], globals: [] });
});

it('the built schemas import nothing but zod and use no global of Node', async () => {
  const { imports, globals } = await bundleForBrowser('core/schema/index.js');
  expect(new Set(imports)).toEqual(new Set(['zod']));
  expect(globals).toEqual([]);
});

it('the built writers import nothing at all and use no global of Node', async () => {
  expect(await bundleForBrowser('core/writers/index.js')).toEqual({ imports: [], globals: [] });
});
