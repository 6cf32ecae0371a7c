import { useEffect, useState } from 'react';
import { ApiFailure } from './client.ts';

/** The state of a request. An older answer stays while a newer one is on its way, so nothing on the page disappears. */
export interface AnswerState<T> {
  value?: T;
  error?: string;
  loading: boolean;
  retry: () => void;
}

/** Asks when `key` changes. An answer that comes after its question has changed is dropped. */
export function useAnswer<T>(key: string | undefined, ask: (signal: AbortSignal) => Promise<T>): AnswerState<T> {
  const [state, setState] = useState<{ value?: T; error?: string; loading: boolean }>({ loading: key !== undefined });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question; `ask` is new at each drawing
  useEffect(() => {
    if (key === undefined) {
      setState({ loading: false });
      return;
    }
    const controller = new AbortController();
    setState((old) => ({ ...(old.value !== undefined && { value: old.value }), loading: true }));
    ask(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ value, loading: false }),
      (error: unknown) =>
        !controller.signal.aborted &&
        setState((old) => ({ ...old, error: error instanceof ApiFailure ? error.code : 'internal', loading: false })),
    );
    return () => controller.abort();
  }, [key, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
