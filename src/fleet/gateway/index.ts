export { type RunningGateway, startGateway } from './gateway.ts';
export type { GatewayStore } from './gateway-store.ts';
export { openGatewayStore } from './open-store.ts';
export { createToken, tokenDigest } from './token.ts';
