import { join } from 'node:path';
import { smallMarkdownForEsbuild } from '../../web/build/small-markdown.ts';
import { smallTextmate } from '../../web/build/small-textmate.ts';

/** What the package depends on, or its users may bring. All else is bundled, and named in NOTICE.md. */
const PACKAGES = ['zod', 'ai', '@ai-sdk/provider', '@vercel/sandbox', 'openid-client', 'pg'];

export function isPackage(path) {
  return PACKAGES.some((name) => path === name || path.startsWith(`${name}/`));
}

/** How the library is bundled. */
export function esbuildOptions(root) {
  return {
    absWorkingDir: root,
    outbase: 'src',
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: ['es2023', 'node22'],
    external: [...PACKAGES, 'node:*'],
    // Parts of packages that are as large as the rest of them and of little use here: each says why.
    alias: {
      'get-east-asian-width': join(root, 'web/text/east-asian-width.ts'),
      entities: join(root, 'web/text/html-entities.ts'),
      'linkify-it': join(root, 'web/text/no-linkify.ts'),
      'punycode.js': join(root, 'web/text/punycode.ts'),
      'uc.micro': join(root, 'web/text/unicode-classes.ts'),
    },
    plugins: [smallMarkdownForEsbuild, smallTextmate],
    mainFields: ['module', 'main'],
    conditions: ['import'],
    // Readable bundles made the package a tenth larger than it may be.
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
}
