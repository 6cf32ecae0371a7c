import { useEffect, useId, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';

/** What can be chosen. */
export interface PickEntry {
  id: string;
  label: string;
  hint: string;
  run: () => void;
}

/** A field and the choices that its words leave, on keys alone or with a pointer. */
export function PickDialog({ title, words, text, entries, none, onText, onClose }: PickDialogProps) {
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = Math.min(at, entries.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function choose(entry: PickEntry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }

  return (
    <Dialog title={title} className="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries[current] ? `${listId}${entries[current].id}` : undefined}
        aria-label={words}
        placeholder={words}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(current + 1, entries.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, current - 1));
          else if (event.key === 'Enter') choose(entries[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label="Results" ref={list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
          <div
            key={entry.id}
            id={`${listId}${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => choose(entry)}
          >
            <span className="label">{entry.label}</span>
            <span className="hint">{entry.hint}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && none !== undefined && <p className="note">{none}</p>}
    </Dialog>
  );
}

interface PickDialogProps {
  title: string;
  /** What the field is for. */
  words: string;
  text: string;
  entries: readonly PickEntry[];
  /** What is said if nothing can be chosen. */
  none?: string | undefined;
  onText: (text: string) => void;
  onClose: () => void;
}
