export { openCallLog } from './call-log.ts';
export { loadSdk } from './load-sdk.ts';
export { serveMcp } from './server.ts';
