import { readFileSync } from 'node:fs';

/** The package's version. Commands are built as separate programs, so the manifest is searched for above. */
export function packageVersion(): string {
  for (const above of ['../', '../../', '../../../', '../../../../']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(`${above}package.json`, import.meta.url), 'utf8'));
      if (typeof manifest !== 'object' || manifest === null) continue;
      if ('name' in manifest && manifest.name === 'threadline' && 'version' in manifest)
        return String(manifest.version);
    } catch {
      // Not here: try the next parent.
    }
  }
  return 'unknown';
}
