import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ThreadHandle } from '../../transcript/virtual-rows.tsx';
import { announce } from '../../ui/announcer.tsx';

export interface Follow {
  isFollowing: boolean;
  start: () => void;
  stop: () => void;
}

const AT_END_PX = 60;
const ANNOUNCE_MS = 10_000;

/** Stays at the end of a live session while the reader does. Scrolling up ends it, and reaching the end resumes it. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  handle: RefObject<ThreadHandle | null>,
  isLive: boolean,
  count: number,
  hasPlace: boolean,
): Follow {
  const [isFollowing, setFollowing] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let before = element.scrollTop;
    const onScroll = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (element.scrollTop < before - 2 && left > AT_END_PX) setFollowing(false);
      else if (left <= AT_END_PX && isLive) setFollowing(true);
      before = element.scrollTop;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, isLive]);
  // A session that runs opens at its end, unless the address names a place.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || count === 0) return;
    isOpened.current = true;
    if (!isLive || hasPlace) return;
    setFollowing(true);
    handle.current?.goToEnd();
  }, [count, isLive, hasPlace, handle]);
  useAnnouncedRows(count, isLive);
  return {
    isFollowing: isFollowing && isLive,
    start() {
      setFollowing(true);
      handle.current?.goToEnd();
    },
    stop: () => setFollowing(false),
  };
}

/** New rows are announced as a number, now and then, and not read out. */
function useAnnouncedRows(count: number, isLive: boolean): void {
  const told = useRef({ count, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!isLive || count <= told.current.count) {
      told.current.count = count;
      return;
    }
    const timer = setTimeout(
      () => {
        announce(`${count - told.current.count} new rows`);
        told.current = { count, at: performance.now() };
      },
      Math.max(0, told.current.at + ANNOUNCE_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [count, isLive]);
}
