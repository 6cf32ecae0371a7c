import { begin, stayAlive } from './say.mjs';

process.on('SIGINT', () => {});
begin();
stayAlive();
