/** What the package depends on, or its users may bring. All else is bundled, and named in NOTICE.md. */
const PACKAGES = ['zod', 'ai', '@ai-sdk/provider', '@vercel/sandbox', '@modelcontextprotocol/sdk', 'pg'];

export function isPackage(path) {
  return PACKAGES.some((name) => path === name || path.startsWith(`${name}/`));
}

/** How the library and `usage` are bundled alike. */
export function esbuildOptions(root) {
  return {
    absWorkingDir: root,
    outbase: 'src',
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: ['es2023', 'node22'],
    external: [...PACKAGES, 'node:*'],
    mainFields: ['module', 'main'],
    conditions: ['import'],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  };
}
