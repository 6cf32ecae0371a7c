import { setQuery } from '../../router.ts';
import { hello } from '../../stores/hello.ts';
import { useStore } from '../../stores/store.ts';
import type { Filters } from './filters.ts';

const columns = [
  { sort: 'turns', name: 'Turns' },
  { sort: 'time', name: 'Time' },
  { sort: 'tokens', name: 'Tokens' },
  { sort: 'cost', name: 'Cost' },
  { sort: 'last', name: 'Last' },
] as const;

/** The names of the columns. Those with figures sort. */
export function ColumnHeads({ sort }: { sort: Filters['sort'] }) {
  // A list of a server reads no texts, so it has no shapes.
  const isRemote = useStore(hello).value?.remote === true;
  return (
    <div className="session-columns">
      <span />
      <span />
      <span>Session</span>
      <span className="shape-head">{!isRemote && 'Shape'}</span>
      <span className="project">Project</span>
      {columns.map((column) => (
        <button
          key={column.sort}
          type="button"
          className={`figure ${column.sort === sort ? 'sorted' : ''}`}
          aria-pressed={column.sort === sort}
          onClick={() => setQuery({ sort: column.sort === 'last' ? '' : column.sort })}
        >
          {column.name}
          {column.sort === sort && ' ↓'}
        </button>
      ))}
    </div>
  );
}
