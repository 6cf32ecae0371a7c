import { lazy, type ReactNode, Suspense, useState } from 'react';

const SessionPicker = lazy(async () => ({ default: (await import('./session-picker.tsx')).SessionPicker }));

/** Asks for a session to compare with those of `keys`. */
export function CompareButton({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn wide" onClick={() => setOpen(true)}>
        {children}
      </button>
      <Suspense>{isOpen && <SessionPicker keys={keys} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
