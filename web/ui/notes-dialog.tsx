import { type FormEvent, useState } from 'react';
import type { ApiNoting, SessionHead } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { Dialog } from './dialog.tsx';

/** The title, the tags and the note of a session. They stand in threadline's own file. */
export function NotesDialog({ head, onClose }: { head: SessionHead; onClose: () => void }) {
  const [title, setTitle] = useState(head.title);
  const [tags, setTags] = useState((head.tags ?? []).join(', '));
  const [note, setNote] = useState(head.note ?? '');
  const [problem, setProblem] = useState('');

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      for (const change of changesOf(head, { title, tags, note })) await api.note(head.key, change);
      onClose();
    } catch {
      setProblem('This could not be kept: a text is too long, or the file of notes cannot be written.');
    }
  }

  return (
    <Dialog title="Title, tags and note" onClose={onClose}>
      <form className="dialog-body notes-form" onSubmit={(event) => void save(event)}>
        <label>
          Title
          <input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label>
          Tags, with commas between them
          <input value={tags} onChange={(event) => setTags(event.target.value)} />
        </label>
        <label>
          Note
          <textarea rows={5} value={note} maxLength={10_000} onChange={(event) => setNote(event.target.value)} />
        </label>
        {problem !== '' && <p role="alert">{problem}</p>}
        <p className="note">An empty title is the agent's own again. The agent's file is not changed.</p>
        <button type="submit" className="btn primary">
          Save
        </button>
      </form>
    </Dialog>
  );
}

interface Given {
  title: string;
  tags: string;
  note: string;
}

/** Only what was changed is sent, so that nothing is lost that another tab noted meanwhile. */
function changesOf(head: Pick<SessionHead, 'title' | 'tags' | 'note'>, given: Given): ApiNoting[] {
  const changes: ApiNoting[] = [];
  const [title, note] = [given.title.trim(), given.note.trim()];
  if (title !== head.title)
    changes.push(title === '' ? { kind: 'rename', undo: true } : { kind: 'rename', text: title });
  const before = head.tags ?? [];
  const after = given.tags
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (removed.length > 0) changes.push({ kind: 'tag', words: removed, undo: true });
  if (added.length > 0) changes.push({ kind: 'tag', words: added });
  if (note !== (head.note ?? '').trim())
    changes.push(note === '' ? { kind: 'note', undo: true } : { kind: 'note', text: note });
  return changes;
}
