import { ThreadlineError } from '../../errors.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import type { ServerDatabase } from '../postgres/index.ts';
import { changePersonNote, personNotesVersion, readPersonNotes } from '../postgres/person-notes.ts';
import type { TeamReader } from '../postgres/team-reader.ts';

/** What a person who logged in noted: rows that are theirs alone, wherever they log in. */
export function createPersonKeeper(database: ServerDatabase, tenant: number, reader: TeamReader): AnnotationKeeper {
  const transaction = { role: 'team', tenant, reader } as const;
  return {
    readAfter: (known) =>
      database.transaction({ ...transaction, readOnly: true }, async (queries) => {
        const version = await personNotesVersion(queries);
        return version === known ? undefined : { version, annotations: await readPersonNotes(queries) };
      }),
    async change(session, change) {
      const noted = await database.transaction(transaction, (queries) => changePersonNote(queries, session, change));
      if (noted) return noted;
      throw new ThreadlineError('not-found', 'the reader has no such session');
    },
  };
}
