// Has a child, and that a child of its own; both ignore polite signals.
import { spawn } from 'node:child_process';
import { begin, message, stayAlive } from './say.mjs';

const deaf = "trap '' INT TERM HUP;";
spawn('sh', ['-c', `${deaf} sh -c "${deaf} sleep 60; true" & sleep 60; wait`], { stdio: 'inherit' });
begin();
message('at work');
stayAlive();
