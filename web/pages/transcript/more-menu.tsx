import { useState } from 'react';
import type { Folds } from '../../../src/doors/react/use-folds.ts';
import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import { setQuery, usePlace } from '../../router.ts';
import { hello } from '../../stores/hello.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import { useResumeHere } from '../../stores/run-draft.ts';
import { useStore } from '../../stores/store.ts';
import { modes } from '../../transcript/row-filter.ts';
import { copyText } from '../../ui/copy.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { NotesDialog } from '../../ui/star-button.tsx';
import { useMedia, WITHOUT_INSPECTOR } from '../../ui/use-media.ts';

/** The rest of the head: modes, density, views, and on a narrow screen all of its buttons. */
export function MoreMenu({ session, folds, onFind, onExport, onCompare, onOutline, onInspector }: MoreMenuProps) {
  const { density, diff, wrap, inspector } = useStore(preferences);
  const isNarrow = useMedia(WITHOUT_INSPECTOR);
  const kinds = usePlace().search.get('kinds') ?? '';
  const { resume } = session;
  const resumeHere = useResumeHere();
  const canNote = useStore(hello).value?.features.notes === true;
  const [isNoting, setNoting] = useState(false);
  return (
    <>
      <Menu className="btn icon" label="More" button={<Icon name="more" />}>
        {resume !== undefined && (
          <>
            <MenuItem onChoose={() => void copyText(resume, 'Command copied')}>Copy resume command</MenuItem>
            {resumeHere && <MenuItem onChoose={() => resumeHere(session.head.key)}>Go on with it here</MenuItem>}
            <hr />
          </>
        )}
        {modes.map((mode) => (
          <MenuItem
            key={mode.name}
            checked={kinds === mode.kinds}
            onChoose={() => setQuery({ kinds: mode.kinds }, 'replace')}
          >
            {mode.name}
          </MenuItem>
        ))}
        <hr />
        <MenuItem checked={folds.all === true} onChoose={() => folds.setAll(folds.all === true ? undefined : true)}>
          Open all rows
        </MenuItem>
        <MenuItem checked={folds.all === false} onChoose={() => folds.setAll(folds.all === false ? undefined : false)}>
          Fold all rows
        </MenuItem>
        <hr />
        <MenuItem
          checked={density === 'compact'}
          onChoose={() => setPreference('density', density === 'compact' ? 'comfortable' : 'compact')}
        >
          Compact
        </MenuItem>
        <MenuItem
          checked={diff === 'split'}
          onChoose={() => setPreference('diff', diff === 'split' ? 'unified' : 'split')}
        >
          Split diffs
        </MenuItem>
        <MenuItem checked={wrap} onChoose={() => setPreference('wrap', !wrap)}>
          Wrap long lines
        </MenuItem>
        {!isNarrow && (
          <MenuItem checked={inspector} onChoose={() => setPreference('inspector', !inspector)}>
            Inspector
          </MenuItem>
        )}
        <hr />
        {isNarrow && <MenuItem onChoose={onOutline}>Outline</MenuItem>}
        {isNarrow && <MenuItem onChoose={onInspector}>Inspector</MenuItem>}
        {canNote && <MenuItem onChoose={() => setNoting(true)}>Title, tags and note</MenuItem>}
        <MenuItem onChoose={onFind}>Find in session</MenuItem>
        <MenuItem onChoose={onExport}>Export</MenuItem>
        <MenuItem onChoose={onCompare}>Compare with…</MenuItem>
        <MenuItem onChoose={() => void copyText(location.href, 'Link copied')}>Copy link</MenuItem>
        <MenuItem onChoose={() => window.print()}>Print</MenuItem>
      </Menu>
      {isNoting && <NotesDialog head={session.head} onClose={() => setNoting(false)} />}
    </>
  );
}

export interface MoreMenuProps {
  session: ApiSession;
  folds: Folds;
  onFind: () => void;
  onExport: () => void;
  onCompare: () => void;
  onOutline: () => void;
  onInspector: () => void;
}
