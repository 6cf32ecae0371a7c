import { existsSync, readlinkSync } from 'node:fs';

const FOLDER = '/usr/share/zoneinfo/';
const NAME = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/;

/** This machine's time zone. Asking the engine loads its tables, which takes as long as reading a hundred megabytes. */
export function localZone(): string {
  const name = process.platform === 'win32' ? undefined : (namedZone(process.env.TZ) ?? linkedZone());
  return name ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The value of TZ, if there is such a zone. */
function namedZone(name: string | undefined): string | undefined {
  return name && NAME.test(name) && existsSync(FOLDER + name) ? name : undefined;
}

/** The zone that `/etc/localtime` links to. */
function linkedZone(): string | undefined {
  if (process.env.TZ) return undefined;
  try {
    const [, name] = readlinkSync('/etc/localtime').split('/zoneinfo/');
    return name && NAME.test(name) ? name : undefined;
  } catch {
    return existsSync('/etc/localtime') ? undefined : 'UTC';
  }
}
