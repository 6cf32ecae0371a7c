import { z } from 'zod';
import { ThreadlineError } from '../../errors.ts';
import { openRepository, type Repository } from '../../machine/git/repository.ts';
import { lineTrue, redactedIndex } from '../../machine/provenance/redacted-index.ts';
import { findRoots } from '../../machine/provenance/roots.ts';
import { type ChangedPath, sessionChanges } from '../../machine/provenance/session-changes.ts';
import { createBudget, cutText, refusal, untrusted } from './answer.ts';
import { sessionFacts, sessionId } from './session-facts.ts';
import { defineTool, NO_EDITS } from './tool.ts';

const LONGEST_PATCH = 6000;

const input = z.object({ session: sessionId });

export const changesOfTool = defineTool({
  name: 'changes_of',
  title: 'What an earlier session changed',
  description:
    'Tells which files of this repository an earlier session changed, with lines added and removed and the net change ' +
    'as a diff where the text before is known.',
  input,
  async run({ session }, { provenance, scope, redactor }) {
    if (!provenance) return refusal(NO_EDITS);
    const row = await scope.find(session);
    if (!row) return refusal('there is no such session here');
    const repository = await openRepository(provenance.folder).catch(() => undefined);
    if (!repository) return refusal('the server was not started in a git repository');
    try {
      const { agent, threadId } = row.key;
      const redact = lineTrue((text) => redactor.text(text));
      const edits = redactedIndex(provenance.edits, { isWanted: async () => true, redact });
      const ops = await edits.opsOfSession({ agent, id: threadId });
      const { files, commands } = await sessionChanges({ agent, id: threadId }, ops, {});
      const budget = createBudget();
      const facts = sessionFacts(row, redactor);
      budget.take(facts);
      const told = await ownFiles(repository, files);
      const shown = told.map((file) => fileFacts(file, redact)).filter((file) => budget.take(file));
      return untrusted({ ...facts, files: shown, left_out: told.length - shown.length || undefined, commands });
    } catch (error) {
      if (error instanceof ThreadlineError) return refusal('the repository cannot be read');
      throw error;
    } finally {
      repository.close();
    }
  },
});

/** The files of the repository, by their paths in it. What the session changed elsewhere is not told. */
async function ownFiles(repository: Repository, files: readonly ChangedPath[]): Promise<ChangedPath[]> {
  const known = new Set(await repository.paths('HEAD'));
  const relativeOf = findRoots(
    files.map(({ path }) => path),
    (path) => known.has(path),
  );
  return files.flatMap((file) => {
    const path = relativeOf(file.path);
    const isOutside = path === undefined || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
    const lines = file.patch?.search(/^@@ /m) ?? -1;
    return isOutside ? [] : [{ ...file, path, patch: lines === -1 ? undefined : file.patch?.slice(lines) }];
  });
}

function fileFacts(
  { path, kind, added, removed, level, base, turns, patch }: ChangedPath,
  redact: (text: string) => string,
): object {
  const diff = patch === undefined ? undefined : cutText(redact(patch), LONGEST_PATCH);
  return { file: cutText(redact(path), 1000), kind, added, removed, level, base, turns: turns.slice(0, 100), diff };
}
