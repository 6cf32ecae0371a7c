import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

export const root = join(import.meta.dirname, '..');

/** What is measured: the built package, as users get it, or the sources. */
export type Subject = 'dist' | 'src';

export function chooseSubject(): Subject {
  return existsSync(join(root, 'dist/index.js')) ? 'dist' : 'src';
}

function subjectFile(subject: Subject, entry: string): string {
  return join(root, subject === 'dist' ? `dist/${entry}.js` : `src/${entry}.ts`);
}

/**
 * Makes plain JavaScript of the programs that are measured. Node could run them as TypeScript, but stripping the types
 * takes more memory than the loops themselves.
 */
export async function bundlePrograms(subject: Subject, folder: string): Promise<void> {
  await build({
    entryPoints: ['loop-process', 'growth-process', 'walk-process', 'lstat-process', 'report-at-exit', 'empty'].map(
      (name) => join(import.meta.dirname, `${name}.ts`),
    ),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    alias: {
      threadline: subjectFile(subject, 'index'),
      'threadline/reader': subjectFile(subject, 'core/reader/index'),
      'threadline/redact': subjectFile(subject, 'core/redact/index'),
    },
    // The repository's own would send `threadline` to the sources.
    tsconfigRaw: {},
    logLevel: 'error',
  });
}
