// Writes the reference of all public names to docs/reference, and docs/agents.md: node scripts/docs.ts. Fails on a name without a sentence.
import './agents-page.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingWords } from './reference/missing-words.ts';
import { readPublicNames } from './reference/public-names.ts';
import { referencePages } from './reference/reference-pages.ts';

const folder = fileURLToPath(new URL('../docs/reference', import.meta.url));
const names = readPublicNames();
const missing = missingWords(names);
for (const line of missing) process.stderr.write(`${line}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = referencePages(names);
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
process.stdout.write(`docs/reference: ${pages.size} pages, ${names.length} names, ${missing.length} without words\n`);
