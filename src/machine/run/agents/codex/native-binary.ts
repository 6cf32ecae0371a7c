import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The targets of Codex's builds, by Node's names. */
const TRIPLES: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

const PLATFORM = `${process.platform}-${process.arch}`;

/** The folder of the package with the native program since about 0.99; none if it is not installed. */
export function platformPackage(codexPackage: string): string[] {
  try {
    return [
      dirname(createRequire(join(codexPackage, 'package.json')).resolve(`@openai/codex-${PLATFORM}/package.json`)),
    ];
  } catch {
    return [];
  }
}

/** Searches folders of npm packages for the native program, in the places of all versions. */
export function findNativeBinary(packages: readonly string[]): string | undefined {
  const triple = TRIPLES[PLATFORM];
  if (!triple) return undefined;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const folder of packages) {
    const places = [
      join(folder, 'vendor', triple, 'bin', `codex${suffix}`),
      join(folder, 'vendor', triple, 'codex', `codex${suffix}`),
      join(folder, 'bin', `codex-${triple}${suffix}`),
    ];
    const found = places.find((place) => existsSync(place));
    if (found) return found;
  }
  return undefined;
}

/** The folder of helpers (ripgrep) of a native program, which the npm wrapper puts on the PATH. */
export function helperFolder(binary: string): string | undefined {
  const target = dirname(dirname(binary));
  return ['path', 'codex-path'].map((name) => join(target, name)).find((folder) => existsSync(folder));
}
