import { useState } from 'react';
import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { hello } from '../stores/hello.ts';
import { useStore } from '../stores/store.ts';
import { announce } from './announcer.tsx';
import { Icon } from './icon.tsx';
import { late } from './late.tsx';

export const NotesDialog = late(async () => (await import('./notes-dialog.tsx')).NotesDialog);

/** Marks a session, and opens what is noted about it. Not there where nothing can be noted. */
export function StarButton({ head }: { head: SessionHead }) {
  const canNote = useStore(hello).value?.features.notes === true;
  const [isOpen, setOpen] = useState(false);
  if (!canNote) return null;
  const isStarred = head.starred === true;

  async function star(): Promise<void> {
    try {
      await api.note(head.key, { kind: 'star', undo: isStarred });
      announce(isStarred ? 'Star taken away' : 'Starred');
    } catch {
      announce('The star could not be kept');
    }
  }

  return (
    <>
      <button type="button" className="btn icon" aria-label="Star" aria-pressed={isStarred} onClick={() => void star()}>
        <Icon name={isStarred ? 'starred' : 'star'} />
      </button>
      <button type="button" className="btn icon wide" aria-label="Title, tags and note" onClick={() => setOpen(true)}>
        <Icon name="note" />
      </button>
      {isOpen && <NotesDialog head={head} onClose={() => setOpen(false)} />}
    </>
  );
}
