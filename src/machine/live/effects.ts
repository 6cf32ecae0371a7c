import { resolve, sep } from 'node:path';
import type { Approval } from './ask.ts';
import { commandParts } from './policy/command-parts.ts';
import { realPath, resolvePlaces } from './policy/resolve-path.ts';

/** What an approval would do, as far as its words tell. Computed here, never taken from the agent. */
export interface Effects {
  /** Paths that would be deleted, or the words of the command that would. */
  deletes: string[];
  /** Paths outside of the folder. */
  outside: string[];
  /** Hosts, or programs that reach others. */
  network: string[];
  /** True if a command is not one that was taken apart: it may do more than is listed. */
  isUnclear: boolean;
}

const DELETING = new Set(['rm', 'rmdir', 'unlink', 'shred', 'trash']);
const REACHING = new Set(['curl', 'wget', 'ssh', 'scp', 'sftp', 'rsync', 'nc', 'ncat', 'telnet', 'ftp', 'ping']);
/** A map, because a program may be called `constructor`. */
const REACHING_BY_WORD: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    git: /^(?:push|pull|fetch|clone|ls-remote|submodule)$/,
    npm: /^(?:install|i|ci|publish|update|exec|add)$/,
    pip: /^(?:install|download)$/,
    cargo: /^(?:install|update|publish|fetch)$/,
    docker: /^(?:pull|push|login)$/,
  }),
);
const UNCLEAR = /[$`*?{}<>|;&()\n]/;

/** The effects of an approval on files, on what lies outside of its folder, and on others by the network. */
export function effectsOf({
  command,
  changes = [],
  url,
  cwd,
}: Pick<Approval, 'command' | 'changes' | 'url' | 'cwd'>): Effects {
  const effects: Effects = { deletes: [], outside: [], network: [], isUnclear: false };
  const root = realPath(resolve(cwd)) ?? cwd;
  for (const { path, kind, move_path } of changes) {
    if (kind === 'delete') effects.deletes.push(path);
    for (const each of typeof move_path === 'string' ? [path, move_path] : [path]) addOutside(each, cwd, root, effects);
  }
  if (url !== undefined) effects.network.push(URL.parse(url)?.hostname || url);
  if (command !== undefined) addCommand(command, cwd, root, effects);
  return {
    deletes: [...new Set(effects.deletes)],
    outside: [...new Set(effects.outside)],
    network: [...new Set(effects.network)],
    isUnclear: effects.isUnclear,
  };
}

function addCommand(command: string, cwd: string, root: string, effects: Effects): void {
  effects.isUnclear = UNCLEAR.test(command);
  for (const [program = '', ...words] of commandParts(command)) {
    const paths = words.filter((word) => !word.startsWith('-'));
    if (DELETING.has(program)) effects.deletes.push(...paths);
    if (program === 'find' && words.includes('-delete')) effects.deletes.push(`what find finds in ${paths[0] ?? '.'}`);
    if (program === 'git' && /^(?:clean|reset|checkout|restore)$/.test(words[0] ?? '')) {
      effects.deletes.push(`changes that git does not keep (git ${words[0]})`);
    }
    const isReaching = REACHING.has(program) || REACHING_BY_WORD.get(program)?.test(words[0] ?? '') === true;
    if (isReaching) effects.network.push([program, ...words.slice(0, 1)].join(' '));
    for (const word of [program, ...paths]) if (/^[~/]|\.\.(?:\/|$)/.test(word)) addOutside(word, cwd, root, effects);
    for (const word of words)
      for (const [, host = ''] of word.matchAll(/\w{1,40}:\/\/([\w.-]+)/g)) effects.network.push(host);
  }
}

function addOutside(path: string, cwd: string, root: string, effects: Effects): void {
  const places = resolvePlaces(path, cwd);
  if (!places?.every((real) => real === root || real.startsWith(root + sep))) effects.outside.push(path);
}
