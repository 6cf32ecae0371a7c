import { hello } from './say.mjs';

hello();
process.exitCode = 7;
