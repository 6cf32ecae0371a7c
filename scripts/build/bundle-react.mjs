import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { minify } from 'rolldown/experimental';
import { esbuildOptions } from './esbuild-options.mjs';

/** In the order of the page, so that a later rule wins in both. */
const STYLES = ['tokens', 'embed', 'rows', 'row-content', 'prose', 'code'];

/**
 * The React components: one file that brings all but React itself, and one style sheet. They share no chunk with the
 * library, whose chunks hold more than a page needs. Gives the files of which something is in it.
 */
export async function bundleReact(root, folder) {
  const options = esbuildOptions(root);
  const { metafile } = await build({
    ...options,
    entryPoints: ['src/doors/react/index.ts'],
    outdir: folder,
    target: ['es2022'],
    external: [...options.external, 'react', 'react/jsx-runtime'],
    jsx: 'automatic',
    // Frameworks that render on a server look for it.
    banner: { js: "'use client';" },
    metafile: true,
  });
  const fromNode = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ path }) => path.startsWith('node:')),
  );
  if (fromNode.length > 0) throw new Error(`threadline/react must run in a browser but loads ${fromNode[0].path}`);
  // A second minifier finds what the first one leaves: a page pays for every byte.
  const path = join(folder, 'doors/react/index.js');
  const { code } = await minify('index.js', readFileSync(path, 'utf8'), { module: true });
  writeFileSync(path, code);
  writeFileSync(join(folder, 'doors/react/style.css'), await styleSheet(root));
  return Object.keys(metafile.inputs);
}

/** The styles of the viewer's rows, bound to our elements: no rule reaches anything else of a page. */
async function styleSheet(root) {
  const read = (name) => readFileSync(join(root, `src/doors/react/styles/${name}.css`), 'utf8');
  const nested = STYLES.map((name) =>
    read(name)
      .replace(/^:root \{/m, '& {')
      .replaceAll(/^\[data-(theme|density)/gm, '&[data-$1'),
  );
  const { code } = await transform(`.threadline {\n${nested.join('\n')}\n}\n`, {
    loader: 'css',
    // Nesting becomes plain rules.
    target: ['chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    legalComments: 'none',
  });
  return code;
}
