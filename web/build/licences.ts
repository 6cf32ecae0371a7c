import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface PackageNotice {
  name: string;
  version: string;
  license: string;
  text: string;
}

/**
 * Writes `licences.txt` beside the page: the licence of each package with a part in the bundle. A worker is a separate
 * bundle, made before that of the page. Its plugin only gathers. `sources` are bundled elsewhere and stand beside the page.
 */
export function licences(sources: readonly string[]): { page: Plugin; worker: Plugin } {
  const folders = new Set<string>();
  for (const path of sources) addFolder(folders, join(import.meta.dirname, '../..', path));
  const page: Plugin = {
    name: 'threadline-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const id of this.getModuleIds()) addFolder(folders, id);
      // Fonts come in as assets, which tell their origin.
      for (const output of Object.values(bundle)) {
        if (output.type !== 'asset') continue;
        for (const name of output.originalFileNames) addFolder(folders, join(import.meta.dirname, '..', name));
      }
      const notices = [inter(), ...[...folders].map(readNotice)].sort((a, b) => a.name.localeCompare(b.name, 'en'));
      const source = notices
        .map((notice) => `${notice.name} ${notice.version} (${notice.license})\n\n${notice.text}\n`)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
  const worker: Plugin = {
    name: 'threadline-worker-licences',
    generateBundle() {
      for (const id of this.getModuleIds()) addFolder(folders, id);
    },
  };
  return { page, worker };
}

/** The font that is not a package: see web/fonts/README.md. */
function inter(): PackageNotice {
  const text = readFileSync(join(import.meta.dirname, '../fonts/inter-license.txt'), 'utf8').trim();
  return { name: 'Inter', version: '4.1', license: 'OFL-1.1', text };
}

/** The package's folder in a path: what follows the last `node_modules/`, with its scope. */
function addFolder(folders: Set<string>, path: string): void {
  const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path.replace(/^\0+/, ''));
  if (match?.[1] && existsSync(join(match[1], 'package.json'))) folders.add(match[1]);
}

function readNotice(folder: string): PackageNotice {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const license = manifest.license ?? 'see text';
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return { name: manifest.name, version: manifest.version, license, text };
}
