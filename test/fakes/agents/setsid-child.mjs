// Leaves a child that holds its stdout and that no signal to the group reaches.
import { spawn } from 'node:child_process';
import { hello } from './say.mjs';

hello();
spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }).unref();
process.exit(0);
