import { begin, stayAlive } from './say.mjs';

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
begin();
stayAlive();
