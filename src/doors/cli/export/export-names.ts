/** Names for exported files: each of an id alone, and none twice. */
export interface ExportNames {
  next(id: string): string;
}

/** Longer names are more than some file systems take. */
const LONGEST_NAME = 100;
/** What Windows takes for a device, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function createExportNames(extension: string): ExportNames {
  const taken = new Set<string>();
  return {
    next(id) {
      const plain = plainName(id);
      let name = plain;
      // Case makes no difference to some file systems.
      for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}-${number}`;
      taken.add(name.toLowerCase());
      return `${name}.${extension}`;
    },
  };
}

/** An id may come from a file and be anything: a path, nothing, a line. */
function plainName(id: string): string {
  const name = id
    .replaceAll(/[^A-Za-z0-9_-]{1,1000}/g, '-')
    .replaceAll(/^[-_]{1,1000}/g, '')
    .slice(0, LONGEST_NAME);
  if (name === '' || name === 'index') return 'session';
  return DEVICE.test(name) ? `session-${name}` : name;
}

/** How the files of each shape end; lines of JSON for all others. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['html', 'html'],
  ['markdown', 'md'],
  ['text', 'txt'],
]);

export function extensionOf(shape: string): string {
  return EXTENSIONS.get(shape) ?? 'jsonl';
}
