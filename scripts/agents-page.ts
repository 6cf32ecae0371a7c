// Writes docs/agents.md, what threadline does for each agent and which test says so: node scripts/agents-page.ts, or npm run docs.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { agentsPage } from './agents-page/page.ts';

writeFileSync(fileURLToPath(new URL('../docs/agents.md', import.meta.url)), agentsPage());
process.stdout.write('docs/agents.md: written\n');
