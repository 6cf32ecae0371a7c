import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface PackageNotice {
  name: string;
  version: string;
  license: string;
  text: string;
}

/** Writes `licences.txt` beside the page: the licence of each package of which something is in the bundle. */
export function licences(): Plugin {
  return {
    name: 'threadline-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) addFolder(folders, id);
      // Fonts and workers come in as assets, which say where they are from.
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset')
          for (const name of output.originalFileNames) addFolder(folders, join(import.meta.dirname, '..', name));
      }
      const notices = [...folders].map(readNotice).sort((a, b) => a.name.localeCompare(b.name, 'en'));
      const source = notices
        .map((notice) => `${notice.name} ${notice.version} (${notice.license})\n\n${notice.text}\n`)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
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
