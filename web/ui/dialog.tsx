import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

/** A modal dialog on the browser's own element: focus goes in, stays in, and comes back. */
export function Dialog({ title, onClose, className = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is one on the backdrop
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      {className !== 'palette' && (
        <div className="dialog-head">
          <h2>{title}</h2>
          <button type="button" className="btn icon" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
      )}
      {children}
    </dialog>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  className?: 'palette' | 'sheet' | '';
  children: ReactNode;
}
