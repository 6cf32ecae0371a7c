import { begin } from './say.mjs';

begin();
process.stderr.write('Error occurred\n');
process.exitCode = 1;
