import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { navigate, usePlace } from '../../router.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import { useStore } from '../../stores/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

const MOST_SAVED = 30;

/** Filters that the reader keeps, by the words of their address. The browser keeps them. */
export function SavedSearches() {
  const { savedSearches: saved } = useStore(preferences);
  const here = usePlace().search.toString();
  if (saved.length === 0 && here === '') return null;
  const isSaved = saved.includes(here);
  const without = saved.filter((one) => one !== here);
  return (
    <Menu
      className={isSaved ? 'chip on' : 'chip'}
      button={
        <>
          Saved <b>{saved.length > 0 ? saved.length : ''}</b>
          <Icon name="open" />
        </>
      }
    >
      {here !== '' && (
        <MenuItem
          onChoose={() => setPreference('savedSearches', isSaved ? without : [here, ...without].slice(0, MOST_SAVED))}
        >
          {isSaved ? 'Forget this search' : 'Save this search'}
        </MenuItem>
      )}
      {saved.map((words) => (
        <MenuItem key={words} checked={words === here} onChoose={() => navigate(`/?${words}`)}>
          {nameOf(words)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** `agent NAME, starred` */
function nameOf(words: string): string {
  return [...new URLSearchParams(words)]
    .map(([name, value]) => visibleLine(value === '1' ? name : `${name} ${value}`))
    .join(', ');
}
