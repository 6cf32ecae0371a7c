export { serveAcp } from './server.ts';
export type { AcpSession } from './session-pages.ts';
