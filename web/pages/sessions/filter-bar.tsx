import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiCount, ApiSessions } from '../../../src/doors/server/api-types.ts';
import { formatCount } from '../../format/figures.ts';
import { setQuery } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { hello } from '../../stores/hello.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import { useStore } from '../../stores/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type Filters, sinceChoices, sortChoices } from './filters.ts';
import { SavedSearches } from './saved-searches.tsx';

const statuses = [
  { key: 'working', name: 'working' },
  { key: 'waiting', name: 'waiting for you' },
  { key: 'failed', name: 'failed' },
  { key: 'done', name: 'done' },
];

/** By whose work it is: in the list, in a search and on the page of usage. */
export const workMenus = [
  { word: 'person', label: 'Person', facet: 'people' },
  { word: 'team', label: 'Team', facet: 'teams' },
  { word: 'repository', label: 'Repository', facet: 'repositories' },
  { word: 'machine', label: 'Machine', facet: 'machines' },
] as const;

/** The filters as chips. Each is a word of the URL. */
export function FilterBar({ filters, facets }: { filters: Filters; facets: ApiSessions['facets'] | undefined }) {
  const { titleOf } = useAgents();
  const { foldAutomated } = useStore(preferences);
  const hasGhosts = useStore(hello).value?.features.ghosts === true;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen
    <div className="filters" role="group" aria-label="Filters" tabIndex={0}>
      <ManyMenu label="Agent" word="agent" chosen={filters.agents} choices={facets?.agents} labelOf={titleOf} />
      <ManyMenu label="Project" word="project" chosen={filters.projects} choices={facets?.projects} />
      <OneMenu label="" word="since" chosen={filters.since} choices={sinceChoices} />
      <ManyMenu label="Status" word="status" chosen={filters.statuses} choices={statuses} />
      <ManyMenu label="Model" word="model" chosen={filters.models} choices={facets?.models} />
      {workMenus.map(({ word, label, facet }) =>
        (facets?.[facet]?.length ?? 0) > 0 || filters.work[word].length > 0 ? (
          <ManyMenu key={word} label={label} word={word} chosen={filters.work[word]} choices={facets?.[facet]} />
        ) : null,
      )}
      <Toggle
        label="Starred"
        isOn={filters.starred}
        onToggle={() => setQuery({ starred: filters.starred ? '' : '1' })}
      />
      {((facets?.tags.length ?? 0) > 0 || filters.tags.length > 0) && (
        <ManyMenu label="Tag" word="tag" chosen={filters.tags} choices={facets?.tags} />
      )}
      <Toggle label="Errors" isOn={filters.errors} onToggle={() => setQuery({ errors: filters.errors ? '' : '1' })} />
      <Toggle
        label="Problems"
        isOn={filters.problems}
        onToggle={() => setQuery({ problems: filters.problems ? '' : '1' })}
      />
      <OneMenu
        label="Sub-agents"
        word="tree"
        isOn={filters.tree}
        chosen={filters.tree ? '' : '0'}
        choices={[
          { value: '', name: 'tree' },
          { value: '0', name: 'flat' },
        ]}
      />
      <Toggle
        label="Fold automated runs"
        isOn={foldAutomated}
        onToggle={() => setPreference('foldAutomated', !foldAutomated)}
      />
      {hasGhosts && (
        <Toggle
          label="Prompts only"
          title="Also show sessions whose files were deleted, by the agents' own logs of prompts"
          isOn={filters.ghosts}
          onToggle={() => setQuery({ ghosts: filters.ghosts ? '' : '1' })}
        />
      )}
      <OneMenu
        label="Group"
        word="group"
        chosen={filters.group === 'day' ? '' : 'none'}
        choices={[
          { value: '', name: 'day' },
          { value: 'none', name: 'none' },
        ]}
      />
      <OneMenu label="Sort" word="sort" chosen={filters.sort === 'last' ? '' : filters.sort} choices={sortChoices} />
      <SavedSearches />
    </div>
  );
}

/** A choice of one. The first is the default, and may narrow the list as well. */
export function OneMenu({ label, word, chosen, choices, isOn = false }: OneMenuProps) {
  const name = choices.find((choice) => choice.value === chosen)?.name ?? chosen;
  return (
    <Menu
      className={isOn || chosen !== (choices[0]?.value ?? '') ? 'chip on' : 'chip'}
      button={
        <>
          {label ? (
            <>
              {label} <b>{name}</b>
            </>
          ) : (
            name
          )}
          <Icon name="open" />
        </>
      }
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          checked={choice.value === chosen}
          onChoose={() => setQuery({ [word]: choice.value })}
        >
          {choice.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface OneMenuProps {
  label: string;
  word: string;
  chosen: string;
  choices: readonly { value: string; name: string }[];
  /** Marks it as chosen, whatever is chosen. */
  isOn?: boolean;
}

/** A choice of any number, with the number of sessions for each if known. */
function ManyMenu({ label, word, chosen, choices = [], labelOf = visibleLine }: ManyMenuProps) {
  const labelOfKey = (key: string) => labelOf(choices.find((choice) => choice.key === key)?.name ?? key);
  const toggle = (key: string) =>
    setQuery({ [word]: chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key] });
  // A chosen value stays in the list, even if nothing is left of it.
  const missing = chosen.filter((key) => !choices.some((choice) => choice.key === key));
  const shown = [...choices.slice(0, MAX_CHOICES), ...missing.map((key) => ({ key, name: key, count: undefined }))];
  return (
    <Menu
      className={chosen.length === 0 ? 'chip' : 'chip on'}
      label={chosen.length === 0 ? undefined : `${label}: ${chosen.map(labelOfKey).join(', ')}`}
      button={
        <>
          {label} <b>{chosenWords(chosen.map(labelOfKey))}</b>
          <Icon name="open" />
        </>
      }
    >
      <MenuItem checked={chosen.length === 0} onChoose={() => setQuery({ [word]: '' })}>
        any
      </MenuItem>
      {shown.map(({ key, name, count }) => (
        <MenuItem key={key} isOneOfMany checked={chosen.includes(key)} onChoose={() => toggle(key)}>
          <span className="label">{labelOf(name)}</span>
          {count !== undefined && <span className="count">{formatCount(count)}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface ManyMenuProps {
  label: string;
  /** The word of the address. */
  word: string;
  chosen: readonly string[];
  choices?: readonly (Pick<ApiCount, 'key' | 'name'> & { count?: number })[] | undefined;
  labelOf?: (name: string) => string;
}

const MAX_CHOICES = 100;
/** The number of chosen values that a chip names. */
const NAMED = 2;

function chosenWords(names: readonly string[]): string {
  if (names.length === 0) return 'any';
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` + ${more}` : '');
}

function Toggle({ label, isOn, onToggle, title }: ToggleProps) {
  return (
    <button type="button" className={isOn ? 'chip on' : 'chip'} aria-pressed={isOn} title={title} onClick={onToggle}>
      {label}
    </button>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onToggle: () => void;
  title?: string;
}
