import type { MessageNote } from '../messages/message.ts';
import { visibleLine } from '../text/visible-text.ts';

/** The notes of a message, those of one kind joined: a search may have a hundred thousand queries. */
export function noteGroups(notes: readonly MessageNote[] | undefined): MessageNote[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, text } of notes ?? []) {
    if (!byKind.get(kind)?.push(text)) byKind.set(kind, [text]);
  }
  return [...byKind].map(([kind, texts]) => ({ kind, text: texts.join('\n') }));
}

/** The name of a kind for people. */
export function noteTitle({ kind }: MessageNote): string {
  return visibleLine(kind.replaceAll('_', ' '));
}

/** The notes as text, for shapes that have no place for them. Empty if there are none. */
export function notesText(notes: readonly MessageNote[] | undefined): string {
  return noteGroups(notes)
    .map((note) => `[${noteTitle(note)}] ${note.text}`)
    .join('\n');
}
