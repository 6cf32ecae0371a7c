import { begin } from './say.mjs';

begin();
process.kill(process.pid, 'SIGKILL');
