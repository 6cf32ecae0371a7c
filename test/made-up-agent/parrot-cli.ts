// The command line with one agent: the made-up one.
import { main } from '../../src/doors/cli/main.ts';
import { parrot } from './parrot.ts';

await main(process.argv.slice(2), { agents: [parrot] });
