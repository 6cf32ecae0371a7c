/** Names for exported files. Each is made from an id alone, and none is used twice. */
export interface ExportNames {
  next(id: string): string;
}

/** Some file systems take no longer names. */
const LONGEST_NAME = 100;
/** Names that Windows takes for a device, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function createExportNames(extension: string): ExportNames {
  const taken = new Set<string>();
  return {
    next(id) {
      const plain = plainName(id);
      let name = plain;
      // Some file systems ignore case.
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

/** The file endings of each shape; JSON lines for all others. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['html', 'html'],
  ['replay', 'html'],
  ['markdown', 'md'],
  ['summary', 'md'],
  ['text', 'txt'],
  ['atif', 'json'],
  ['ui-messages', 'json'],
  ['responses', 'json'],
]);

export function extensionOf(shape: string): string {
  return EXTENSIONS.get(shape) ?? 'jsonl';
}
