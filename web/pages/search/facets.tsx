import type { ApiCount, ApiHit, ApiSearchFacets } from '../../../src/server/api-types.ts';
import { visibleLine } from '../../../src/text/visible-text.ts';
import { setQuery } from '../../router.ts';
import { agentName } from '../../ui/agent-mark.tsx';

interface FacetsProps {
  /** What the server counted; a regular expression is looked for only once, and then those that came are counted. */
  counted: ApiSearchFacets | undefined;
  hits: readonly ApiHit[];
  agent: string;
  role: string;
}

/** What the hits are of, with how many there are; a press narrows them. */
export function Facets({ counted, hits, agent, role }: FacetsProps) {
  return (
    <aside className="facets" aria-label="Narrow the hits">
      <FacetList
        name="Agent"
        word="agent"
        chosen={agent}
        counts={counted ? countsOf(counted.agents) : countBy(hits, (hit) => hit.agent)}
        nameOf={agentName}
      />
      <FacetList
        name="Role"
        word="role"
        chosen={role}
        counts={counted ? countsOf(counted.roles) : countBy(hits, (hit) => hit.role)}
        nameOf={visibleLine}
      />
    </aside>
  );
}

function FacetList({ name, word, chosen, counts, nameOf }: FacetListProps) {
  return (
    <>
      <h2>{name}</h2>
      {[...counts].map(([value, count]) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => setQuery({ [word]: chosen === value ? '' : value }, 'replace')}
        >
          {nameOf(value)}
          <span className="count">{count}</span>
        </button>
      ))}
    </>
  );
}

interface FacetListProps {
  name: string;
  word: string;
  chosen: string;
  counts: Map<string, number>;
  nameOf: (value: string) => string;
}

function countsOf(counts: readonly ApiCount[]): Map<string, number> {
  return new Map(counts.map(({ key, count }) => [key, count]));
}

function countBy(hits: readonly ApiHit[], keyOf: (hit: ApiHit) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(keyOf(hit), (counts.get(keyOf(hit)) ?? 0) + 1);
  return counts;
}
