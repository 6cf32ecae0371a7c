export { openCallLog } from './call-log.ts';
export { serveMcp } from './server.ts';
