import { readFileSync } from 'node:fs';

/** The package's version. The source and the build stand equally deep below package.json. */
export function packageVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return manifest.version;
}
