import { openGatewayStore, startGateway } from '../../../fleet/gateway/index.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, endOnSignal } from '../exit.ts';
import { createFaultLog } from '../fleet/fault-log.ts';
import { type Listening, listeningAddress, readTls } from '../fleet/listening.ts';
import { printOnce } from '../output.ts';
import { runWorker } from '../worker/run-worker.ts';

interface GatewayCommandOptions extends CliContext, Listening {
  url: string;
  withWorker: boolean;
}

/** Prints its address on a line of its own, for programs and people, and runs until a signal comes. */
export async function gateway(options: GatewayCommandOptions): Promise<ExitCode> {
  const { url, port, host, tls } = options;
  const { signal, came } = endOnSignal();
  const onFault = createFaultLog('gateway');
  const store = await openGatewayStore(url, onFault);
  const running = await startGateway({
    store,
    port,
    host,
    tls: readTls(tls),
    onFault,
  });
  const folding = options.withWorker ? runWorker({ url, agents: options.agents, signal }) : undefined;
  // Reported below. Until then nobody handles it.
  folding?.catch(() => {});
  await printOnce(`${listeningAddress(options, running.port)}\n`);
  try {
    // A worker ends before a signal only if it cannot do its work at all.
    return await Promise.race([came, folding?.then(() => came) ?? came]);
  } finally {
    await running.close();
    await store.close();
    await folding?.catch(() => {});
  }
}
