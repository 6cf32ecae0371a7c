// Tells whether dist/ was built from the sources as they are now. By content: a checkout changes times, not meaning.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = 'dist/.stamp';
const inputs = ['package.json', 'package-lock.json', 'scripts/build.mjs', 'tsconfig.json', 'tsconfig.build.json'];
const folders = ['scripts/build', 'src', 'web'];

export function isBuilt(root) {
  const stamp = join(root, stampFile);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root);
}

/** A hash over all that the build reads. */
export function sourceHash(root) {
  const hash = createHash('sha256');
  for (const path of [...inputs, ...folders.flatMap((folder) => sourceFiles(root, folder))]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function sourceFiles(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(root, path);
    return entry.name.endsWith('.test.ts') ? [] : [path];
  });
  return files.sort();
}
