type Grammar = () => Promise<{ default: object[] }>;

/** The languages whose code is coloured. Each is loaded on demand. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  c: () => import('@shikijs/langs/c'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  docker: () => import('@shikijs/langs/docker'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  lua: () => import('@shikijs/langs/lua'),
  php: () => import('@shikijs/langs/php'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  shellscript: () => import('@shikijs/langs/shellscript'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
};

/** Other names used in fences, and file extensions. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  c: ['h', 'cpp', 'c++', 'cc', 'cxx', 'hpp'],
  csharp: ['cs', 'c#'],
  css: ['scss', 'less'],
  docker: ['dockerfile'],
  go: ['golang'],
  html: ['htm', 'vue', 'svelte'],
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  json: ['jsonl', 'jsonc', 'json5', 'ndjson'],
  kotlin: ['kt', 'kts'],
  python: ['py', 'pyi', 'python3'],
  ruby: ['rb'],
  rust: ['rs'],
  shellscript: ['sh', 'bash', 'zsh', 'shell', 'console', 'fish'],
  typescript: ['ts', 'mts', 'cts'],
  xml: ['svg', 'plist'],
  yaml: ['yml'],
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.keys(GRAMMARS).flatMap((language) =>
    [language, ...(NAMES[language] ?? [])].map((name): [string, string] => [name, language]),
  ),
);

/** The coloured languages, by the name that `loadGrammar` takes. */
export const languages: readonly string[] = Object.keys(GRAMMARS);

/** The language named by a fence or a file extension. Undefined if it has no colours. */
export function languageNamed(name: string): string | undefined {
  return BY_NAME.get(name.slice(0, 32).toLowerCase());
}

/** The language of a file, by its name. */
export function languageOfPath(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return languageNamed(name.slice(name.lastIndexOf('.') + 1));
}

export async function loadGrammar(language: string): Promise<object[]> {
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;
  return grammar ? (await grammar()).default : [];
}
