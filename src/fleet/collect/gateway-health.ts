import type { FollowClock } from '../../machine/sessions/following/clock.ts';
import { createBackOff } from './back-off.ts';
import { GatewayFault } from './gateway-client.ts';
import type { Notices } from './notices.ts';

/** The gateway's health, and the time of the next try. */
export interface GatewayHealth {
  /** The reason why nothing can be sent at present. */
  readonly fault: GatewayFault | undefined;
  /** The time of the next try, by the clock; in the past while the gateway is healthy. */
  readonly retryAt: number;
  /** Takes the error of a request. Rethrows anything but a GatewayFault. */
  failed(error: unknown): void;
  reached(): void;
}

export function createGatewayHealth(
  clock: Pick<FollowClock, 'now'>,
  random: () => number,
  notices: Notices,
): GatewayHealth {
  const backOff = createBackOff(random);
  let fault: GatewayFault | undefined;
  let retryAt = 0;
  return {
    get fault() {
      return fault;
    },
    get retryAt() {
      return retryAt;
    },
    failed(error) {
      if (!(error instanceof GatewayFault)) throw error;
      fault = error;
      retryAt = clock.now() + backOff.next(error.retryAfterMs);
      notices.tell(error.message);
    },
    reached() {
      if (fault) notices.over(fault.message, 'the gateway takes what is sent again');
      fault = undefined;
      backOff.reset();
    },
  };
}
