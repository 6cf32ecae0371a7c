import type { ApiHello } from '../../src/doors/server/api-types.ts';
import { ApiFailure, api } from '../api/client.ts';
import { indexState } from '../api/live.ts';
import { createStore } from './store.ts';

/** The server's `hello`, fetched once for each page. */
export const hello = createStore<{ value?: ApiHello; error?: string }>({});

export async function loadHello(): Promise<void> {
  try {
    const value = await api.hello();
    hello.set({ value });
    if (!indexState.get()) indexState.set(value.index);
  } catch (error) {
    hello.set({ error: error instanceof ApiFailure ? error.code : 'internal' });
  }
}
