/** The names that identify a person on this machine. */
export interface PrivatePaths {
  /** The path of the home folder. */
  home: string;
  /** The account's name. */
  user: string;
}

/** Names that are common words in texts about programs. They identify nobody. */
const COMMON_NAMES = new Set([
  'root',
  'user',
  'users',
  'admin',
  'home',
  'node',
  'ubuntu',
  'debian',
  'runner',
  'vscode',
]);
/** Made where it is asked for. */
const word = () => /[\p{L}\p{N}_]/u;

/** Replaces the home folder by `~`, and the account's name by `user` where it stands alone. */
export function createPathShortener({ home, user }: PrivatePaths): (text: string) => string {
  if (typeof home !== 'string' || typeof user !== 'string') throw new TypeError('private paths are {home, user}');
  const replaced: [string, string][] = [];
  const folder = home.replace(/[\\/]{1,100}$/, '');
  if (folder.length > 1) {
    replaced.push([folder, '~'], [folder.replaceAll('\\', '\\\\'), '~'], [folder.replaceAll('\\', '/'), '~']);
    // Claude Code names a folder after a path this way.
    replaced.push([folder.replaceAll(/[^A-Za-z0-9]/g, '-'), '-~']);
  }
  if (user.length > 2 && !COMMON_NAMES.has(user.toLowerCase())) replaced.push([user, 'user']);
  const pairs = [...new Map(replaced)];
  return (text) => {
    let shortened = text;
    for (const [from, to] of pairs) if (shortened.includes(from)) shortened = replaceWords(shortened, from, to);
    return shortened;
  };
}

/** Replaces only where no letter or digit is on either side. */
function replaceWords(text: string, from: string, to: string): string {
  const parts: string[] = [];
  let last = 0;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
    const isPart =
      (word().test(from.charAt(0)) && isWordBefore(text, at)) || word().test(text.charAt(at + from.length));
    if (isPart) continue;
    parts.push(text.slice(last, at), to);
    last = at + from.length;
  }
  return last === 0 ? text : parts.join('') + text.slice(last);
}

/** True for a letter that is not part of an escape, as in JSON inside a text. */
function isWordBefore(text: string, at: number): boolean {
  return word().test(text.charAt(at - 1)) && !/\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at));
}
