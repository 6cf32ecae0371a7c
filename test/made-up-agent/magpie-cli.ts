// The command line with one agent: the made-up one that keeps its sessions in a database.
import { main } from '../../src/doors/cli/main.ts';
import { magpie } from './magpie.ts';

await main(process.argv.slice(2), { agents: [magpie] });
