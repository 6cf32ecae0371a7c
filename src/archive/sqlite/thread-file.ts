import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of a thread, named as below `src/archive`, here or elsewhere in the package. Undefined in a bundle without it. */
export function threadFile(name: string): string | undefined {
  const names = [
    `../${name}.ts`,
    `../${name}.js`,
    `./${name}.js`,
    `../archive/${name}.js`,
    `../../archive/${name}.js`,
    `../../../archive/${name}.js`,
  ];
  return names.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
}
