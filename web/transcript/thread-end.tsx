import type { ApiOutline, ApiSession } from '../../src/doors/server/api-types.ts';
import type { RowFold } from '../stores/row-fold.ts';
import { Icon } from '../ui/icon.tsx';

/** Says at the end of a failed session that its file just ends, where no row says why. */
export function ThreadEnd({ session, outline, fold, isFiltered }: ThreadEndProps) {
  const { status, gone } = session.head;
  const last = fold.kinds.at(-1);
  const isTold = last === 'error' || last === 'divider' || outline.turns.at(-1)?.failed === true;
  if (isLocalCommand(fold) || isFiltered || gone || status !== 'failed' || last === undefined || isTold) return null;
  return (
    <p className="file-end" role="note">
      <Icon name="warn" />
      The file ends here: the agent was killed or crashed before the turn ended.
    </p>
  );
}

/** A command that the program itself answers, such as /context, begins no turn of the agent. */
function isLocalCommand(fold: RowFold): boolean {
  const row = fold.rows.get(fold.kinds.findLastIndex((kind) => kind !== 'context'));
  return row?.kind === 'prompt' && row.blocks.some((block) => block.type === 'plain' && block.command !== undefined);
}

interface ThreadEndProps {
  session: ApiSession;
  outline: ApiOutline;
  fold: RowFold;
  isFiltered: boolean;
}
