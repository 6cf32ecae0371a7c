// What nothing can be quicker than that looks whether a home changed: every folder listed, every file looked at.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

for (const entry of readdirSync(process.argv[2] ?? '', { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) lstatSync(join(entry.parentPath, entry.name));
}
