const LONGEST = 300;
/** `git@host:path`, as git writes addresses of SSH. A drive of Windows has one letter. */
const SHORT = /^(?:[^@/\s]+@)?([A-Za-z0-9][A-Za-z0-9.-]+):(?!\/\/)(.+)$/;
const SCHEMES = ['http:', 'https:', 'ssh:', 'git:', 'git+ssh:'];

/**
 * One name for all addresses of a repository: `github.com/acme/app`. Undefined for folders and for what is no address. A name
 * and a password in it are left out.
 */
export function normalRemote(address: string): string | undefined {
  const text = address.trim();
  const isAddress = text.includes('://');
  const [, shortHost, shortPath] = isAddress ? [] : (SHORT.exec(text) ?? []);
  if (shortHost !== undefined && shortPath !== undefined) return joined(shortHost, shortPath);
  if (!isAddress || !URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname } = new URL(text);
  return SCHEMES.includes(protocol) && hostname !== '' ? joined(hostname, pathname) : undefined;
}

/** The same of what a person writes, also without a scheme: `github.com/Acme/app.git`. */
export function namedRemote(text: string): string | undefined {
  return normalRemote(text) ?? normalRemote(`https://${text.trim()}`);
}

/** Hosts of repositories take both cases of a name for one. */
function joined(host: string, path: string): string | undefined {
  const parts = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((part) => part !== '');
  const whole = [host, ...parts]
    .join('/')
    .toLowerCase()
    .replace(/\.git$/, '');
  return parts.length > 0 && whole.length <= LONGEST && /^[\x21-\x7e]+$/.test(whole) ? whole : undefined;
}
