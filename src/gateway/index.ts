export { refold } from './folding/refold.ts';
export { type Gateway, startGateway } from './gateway.ts';
export type { GatewayStore } from './gateway-store.ts';
export { openGatewayStore } from './open-store.ts';
export { createToken, tokenDigest } from './token.ts';
export { startWorker, type WorkerProblem } from './worker.ts';
