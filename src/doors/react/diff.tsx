import type { ReactElement } from 'react';
import { type LookProps, Root } from './root.tsx';
import { Diff as DiffTable } from './text/diff.tsx';

/** Properties of `<Diff>`. */
export interface DiffProps extends Omit<LookProps, 'diff'> {
  /** A unified diff, with or without its heading. */
  text: string;
  /** The file's path, by whose ending code gets its colours. */
  path?: string | undefined;
  /** Shows only the first lines. */
  maxLines?: number | undefined;
  /** Both sides beside each other. */
  split?: boolean | undefined;
}

/** The change of a file, with marks on the changed words. */
export function Diff({ text, path = '', maxLines, split = false, ...look }: DiffProps): ReactElement {
  return (
    <Root {...look} diff={split ? 'split' : 'unified'}>
      <div className="box">
        <DiffTable diff={text} path={path} maxLines={maxLines} />
      </div>
    </Root>
  );
}
