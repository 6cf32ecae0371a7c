import { useCallback, useSyncExternalStore } from 'react';
import { followStream, NOTHING_YET, type StreamedThread, type ThreadStream } from './sources/thread-stream.ts';

/** A thread that is being read, for `<Transcript rows={…}>`. */
export interface LiveThread extends StreamedThread {
  /** An image of the rows, as base64 text, by the name in its block. */
  imageOf(name: string): string | undefined;
}

/**
 * Reads a stream of events once and gives its rows as they come. On a server it gives none: nothing is read there.
 *
 * @example
 * import { Transcript, useThread, type ThreadStream } from 'threadline/react';
 *
 * export function Live({ stream }: { stream: ThreadStream }) {
 *   const { rows, state } = useThread(stream);
 *   return <Transcript rows={rows} isStreaming={state === 'streaming'} />;
 * }
 */
export function useThread(stream: ThreadStream | undefined): LiveThread {
  const followed = stream && followStream(stream);
  const subscribe = useCallback((listener: () => void) => followed?.subscribe(listener) ?? (() => {}), [followed]);
  const thread = useSyncExternalStore(
    subscribe,
    () => followed?.get() ?? NOTHING_YET,
    () => NOTHING_YET,
  );
  return { ...thread, imageOf: (name) => followed?.imageOf(name) };
}
