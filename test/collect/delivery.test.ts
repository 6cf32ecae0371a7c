import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDelivery } from './delivery-model.ts';
import { type FakeGateway, startFakeGateway } from './fake-gateway.ts';
import { temporaryHome } from './temporary-home.ts';

const SEQUENCES = Number(process.env.THREADLINE_DELIVERIES ?? 30);

describe('a collector', () => {
  let gateway: FakeGateway;
  beforeAll(async () => {
    gateway = await startFakeGateway();
  });
  afterAll(() => gateway.close());

  it(`leaves no gap and sends nothing twice, whatever happens: ${SEQUENCES} sequences`, async () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const home = temporaryHome();
      try {
        const violation = await runDelivery(seed, gateway, home);
        if (violation !== undefined) expect.fail(violation);
      } finally {
        home.remove();
        gateway.sources.clear();
        gateway.requests.length = 0;
        gateway.bodies.length = 0;
      }
    }
    expect(SEQUENCES).toBeGreaterThan(0);
  }, 3_600_000);
});
