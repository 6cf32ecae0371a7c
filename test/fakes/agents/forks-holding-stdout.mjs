// Leaves a child in its group that holds its stdout.
import { spawn } from 'node:child_process';
import { hello } from './say.mjs';

hello();
spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] }).unref();
process.exit(0);
