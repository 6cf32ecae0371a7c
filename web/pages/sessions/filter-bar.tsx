import type { ApiCount, ApiSessions } from '../../../src/server/api-types.ts';
import { visibleLine } from '../../../src/text/visible-text.ts';
import { formatCount } from '../../format/figures.ts';
import { setQuery } from '../../router.ts';
import { agentName } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type Filters, sinceChoices } from './filters.ts';

const statuses = [
  { value: '', name: 'any' },
  { value: 'working', name: 'working' },
  { value: 'waiting', name: 'waiting for you' },
  { value: 'failed', name: 'failed' },
  { value: 'done', name: 'done' },
];

/** The filters as chips; each is a word of the URL. */
export function FilterBar({ filters, facets }: { filters: Filters; facets: ApiSessions['facets'] | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen
    <div className="filters" role="group" aria-label="Filters" tabIndex={0}>
      <CountedMenu label="Agent" word="agent" chosen={filters.agent} choices={facets?.agents} nameOf={agentName} />
      <CountedMenu label="Project" word="project" chosen={filters.project} choices={facets?.projects} />
      <OneMenu label="" word="since" chosen={filters.since} choices={sinceChoices} />
      <OneMenu label="Status" word="status" chosen={filters.status} choices={statuses} />
      <CountedMenu label="Model" word="model" chosen={filters.model} choices={facets?.models} />
      <Toggle label="Errors" isOn={filters.errors} onToggle={() => setQuery({ errors: filters.errors ? '' : '1' })} />
      <Toggle
        label="Problems"
        isOn={filters.problems}
        onToggle={() => setQuery({ problems: filters.problems ? '' : '1' })}
      />
      <OneMenu
        label="Sub-agents"
        word="tree"
        chosen={filters.tree ? '' : '0'}
        choices={[
          { value: '', name: 'tree' },
          { value: '0', name: 'flat' },
        ]}
      />
      <OneMenu
        label="Group"
        word="group"
        chosen={filters.group === 'day' ? '' : 'none'}
        choices={[
          { value: '', name: 'day' },
          { value: 'none', name: 'none' },
        ]}
      />
    </div>
  );
}

/** A choice of one: the first is what holds without it. */
export function OneMenu({ label, word, chosen, choices }: OneMenuProps) {
  const name = choices.find((choice) => choice.value === chosen)?.name ?? chosen;
  return (
    <Menu
      className={chosen === (choices[0]?.value ?? '') ? 'chip' : 'chip on'}
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
}

/** A choice among what there is, with how many sessions each has. */
function CountedMenu({ label, word, chosen, choices = [], nameOf = visibleLine }: CountedMenuProps) {
  const name = choices.find((choice) => choice.key === chosen)?.name ?? chosen;
  return (
    <Menu
      className={chosen === '' ? 'chip' : 'chip on'}
      button={
        <>
          {label} <b>{chosen === '' ? 'any' : nameOf(name)}</b>
          <Icon name="open" />
        </>
      }
    >
      <MenuItem checked={chosen === ''} onChoose={() => setQuery({ [word]: '' })}>
        any
      </MenuItem>
      {choices.slice(0, 100).map((choice) => (
        <MenuItem key={choice.key} checked={chosen === choice.key} onChoose={() => setQuery({ [word]: choice.key })}>
          <span className="label">{nameOf(choice.name)}</span>
          <span className="count">{formatCount(choice.count)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

interface CountedMenuProps {
  label: string;
  word: string;
  chosen: string;
  choices?: ApiCount[] | undefined;
  nameOf?: (name: string) => string;
}

function Toggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" className={isOn ? 'chip on' : 'chip'} aria-pressed={isOn} onClick={onToggle}>
      {label}
    </button>
  );
}
