import { useEffect, useState } from 'react';

/** What is this far from being in sight is near. */
const MARGIN = '800px 0px';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls `near` once an element comes near what is in sight. */
function waitFor(element: Element, near: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: MARGIN },
  );
  waiting.set(element, near);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether an element was near what is in sight, and how it is told which element. From then on it stays so. */
export function useNear(): [isNear: boolean, place: (element: Element | null) => void] {
  const [isNear, setNear] = useState(false);
  const [element, setElement] = useState<Element | null>(null);
  useEffect(() => {
    if (!isNear && element) return waitFor(element, () => setNear(true));
  }, [isNear, element]);
  return [isNear, setElement];
}
