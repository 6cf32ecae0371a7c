import { MOD_KEY } from '../keyboard.ts';
import { preferences, setPreference } from '../stores/preferences.ts';
import { useStore } from '../stores/store.ts';
import { Dialog } from './dialog.tsx';

const keys: readonly [string, string][] = [
  ['j k', 'next, previous row'],
  ['J K', 'next, previous prompt'],
  ['g g', 'first row'],
  ['G', 'last row, and follow'],
  ['o Enter', 'open or fold the row'],
  ['O', 'fold or open all of this kind'],
  ['[ ]', 'previous, next session'],
  ['/', 'find here'],
  ['n N', 'next, previous hit'],
  ['e E', 'next error; next problem'],
  ['r', 'raw line'],
  ['c y', 'copy text; copy link'],
  ['.', 'actions of the row'],
  ['f', 'filters'],
  ['1 2 3 4', 'full, conversation, changes, problems'],
  ['d', 'split or unified diff'],
  ['s', 'export'],
  ['x', 'mark (list)'],
  ['t', 'light or dark'],
  ['g s', 'sessions'],
  ['g u', 'usage'],
  ['g r', 'run: what waits for you'],
  ['g i', 'insights'],
  ['g p', 'problems'],
  ['g t', 'thread of the session'],
  ['g c', 'changes of the session'],
  ['g w', 'time of the session'],
  ['J K', 'next, previous file (changes)'],
  ['v c o', 'viewed; comment; the row behind it (changes)'],
  ['h l b', 'fold, open; by time, tokens, cost (time)'],
  ['+ -', 'zoom (time)'],
  ['s n', 'swap; next difference (compare)'],
  ['z', 'hide the finding (insights)'],
  ['a A', 'allow once; in this run (run)'],
  ['e d', 'edit; decline (run)'],
  ['c S', 'new run; stop the turn (run)'],
  [`${MOD_KEY} K`, 'palette'],
  ['?', 'this list'],
];

/** All keys, and the switch for those of one letter. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { singleKeys } = useStore(preferences);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="dialog-body">
        <dl className="key-list">
          {keys.map(([key, does]) => (
            <KeyLine key={key} keyNames={key} does={does} />
          ))}
        </dl>
        <label className="switch-line">
          <input
            type="checkbox"
            checked={singleKeys}
            onChange={(event) => setPreference('singleKeys', event.target.checked)}
          />
          Use single-letter keys
        </label>
      </div>
    </Dialog>
  );
}

function KeyLine({ keyNames, does }: { keyNames: string; does: string }) {
  return (
    <>
      <dt>
        {keyNames.split(' ').map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice
          <kbd key={index}>{name}</kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
