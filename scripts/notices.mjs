// The licences of what is bundled into dist/. `node scripts/notices.mjs` writes them into NOTICE.md; each build checks that
// none is missing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HEADING = '## Bundled packages';

/** The packages that hold these files, by name. */
export function packagesOf(paths) {
  const names = paths.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** Throws where a package is bundled whose licence is not in NOTICE.md. */
export function checkNotices(root, paths) {
  const notices = readFileSync(join(root, 'NOTICE.md'), 'utf8');
  const missing = packagesOf(paths).filter((name) => !notices.includes(`\n### ${name}\n`));
  if (missing.length > 0) throw new Error(`NOTICE.md lacks ${missing.join(', ')}: run node scripts/notices.mjs`);
}

function notice(root, name) {
  const folder = join(root, 'node_modules', name);
  const { license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  const address = (repository?.url ?? repository ?? '').replace(/^git\+/, '');
  const quoted = text.split('\n').map((line) => `> ${line}`.trimEnd());
  return [`### ${name}`, '', `${license}, ${address}`, '', ...quoted, ''].join('\n');
}

async function writeNotices(root) {
  const { build } = await import('esbuild');
  const { esbuildOptions } = await import('./build/esbuild-options.mjs');
  const { metafile } = await build({
    ...esbuildOptions(root),
    entryPoints: ['src/core/writers/pages.ts'],
    splitting: true,
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const path = join(root, 'NOTICE.md');
  const [before] = readFileSync(path, 'utf8').split(`\n${HEADING}\n`);
  const notices = packagesOf(Object.keys(metafile.inputs)).map((name) => notice(root, name));
  writeFileSync(path, `${before.trimEnd()}\n\n${HEADING}\n\n${notices.join('\n')}`);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
if (process.argv[1] === fileURLToPath(import.meta.url)) await writeNotices(root);
