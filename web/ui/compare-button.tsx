import { type ReactNode, useState } from 'react';
import { late } from './late.tsx';

const SessionPicker = late(async () => (await import('./session-picker.tsx')).SessionPicker);

/** Asks for a session to compare with those of `keys`. */
export function CompareButton({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn wide" onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && <SessionPicker keys={keys} onClose={() => setOpen(false)} />}
    </>
  );
}
