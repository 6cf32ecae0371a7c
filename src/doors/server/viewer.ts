import { isIPv6 } from 'node:net';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import type { ApiIndexState } from './api-types.ts';
import { LOOPBACK, listen, namesOf } from './bound-address.ts';
import { guardOptions } from './guard.ts';
import { createHttpServer } from './http-server.ts';
import { createKeys } from './keys.ts';
import { createStaticFiles } from './static-files.ts';
import { createViewerSite, type ViewerSiteOptions } from './viewer-site.ts';
import { createWriteTokens } from './write-guard.ts';

export interface ViewerOptions extends Omit<ViewerSiteOptions, 'file' | 'writeTokens' | 'createCode' | 'person'> {
  /** The folder of the built page. */
  webFolder: string;
  /** The port to listen on. If it is taken, the next free one is used. 0: any. */
  port: number;
  /** The address to bind; 127.0.0.1 by default. */
  host?: string | undefined;
  /** Refuses every change, as where other machines are let in. */
  isReadOnly?: boolean | undefined;
}

/** The viewer while it runs. */
export interface Viewer {
  /** `http://127.0.0.1:4777/`, without the token. */
  address: string;
  port: number;
  /** The address that logs a browser in. */
  addressWithToken: string;
  /** The same for one use. It may be placed where others see it. */
  createCodeAddress(): string;
  /** Sets the store, as the option `store` does. */
  setStore(store: ThreadStore): void;
  /** Marks the beginning of an attempt to index. */
  beginIndexing(): void;
  /** Takes the state as sessions are indexed. */
  setIndexState(state: ApiIndexState): void;
  /** Adds a listener for writes to any session. */
  onActivity(listener: () => void): void;
  close(): Promise<void>;
}

/** Starts the viewer's server. It reads what agents keep on this machine, and changes none of it. */
export async function startViewer(options: ViewerOptions): Promise<Viewer> {
  const { host = LOOPBACK, onFault } = options;
  const keys = createKeys();
  const writeTokens = options.isReadOnly ? undefined : createWriteTokens();
  const { site, begin, close, ...rest } = await createViewerSite({
    ...options,
    file: createStaticFiles(options.webFolder),
    writeTokens,
    createCode: keys.createCode,
  });
  const names = namesOf(host);
  let port = 0;
  const server = createHttpServer({
    site,
    keys,
    onFault,
    guard: () => ({ ...guardOptions(port, names), port }),
  });
  port = await listen(server, options.port, host);
  begin();
  const address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}/`;
  return {
    ...rest,
    address,
    port,
    addressWithToken: `${address}?token=${keys.token}`,
    createCodeAddress: () => `${address}?code=${keys.createCode()}`,
    async close() {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
