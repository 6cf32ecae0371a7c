import { begin, message, stayAlive } from './say.mjs';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
begin();
message('at work');
stayAlive();
