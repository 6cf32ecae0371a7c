// The command line from its source, for tests while the build is older.
import { main } from '../../src/doors/cli/main.ts';

await main(process.argv.slice(2));
