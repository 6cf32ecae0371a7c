import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiHit, ApiSearchFacets } from '../../../src/doors/server/api-types.ts';
import type { WorkWord } from '../../../src/doors/server/by-work.ts';
import { formatCount } from '../../format/figures.ts';
import { setQuery } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { workMenus } from '../sessions/filter-bar.tsx';

/** The filters of the hits, as in the address. */
export interface Narrowing {
  agents: readonly string[];
  projects: readonly string[];
  role: string;
  /** Whose work; empty for everybody's. */
  work: Readonly<Record<WorkWord, string>>;
  /** `best`, or empty for the newest first. */
  sort: string;
}

interface FacetsProps {
  /** The server's counts. A regular expression is searched for only once, and then the hits on the page are counted. */
  counted: ApiSearchFacets | undefined;
  hits: readonly ApiHit[];
  narrowing: Narrowing;
}

/** The facets of the hits with their counts. A press narrows them. Several agents and projects may be chosen. */
export function Facets({ counted, hits, narrowing }: FacetsProps) {
  const known = useStore(overview).projects;
  const { titleOf } = useAgents();
  const { agents, projects, role, work } = narrowing;
  return (
    <aside className="facets" aria-label="Narrow the hits">
      <FacetList
        name="Agent"
        chosen={agents}
        counts={counted?.agents ?? countBy(hits, (hit) => hit.agent)}
        labelOf={titleOf}
        onChoose={(value) => setQuery({ agent: toggled(agents, value) }, 'replace')}
      />
      <FacetList
        name="Role"
        chosen={role === '' ? [] : [role]}
        counts={counted?.roles ?? countBy(hits, (hit) => hit.role)}
        labelOf={visibleLine}
        onChoose={(value) => setQuery({ role: value === role ? '' : value }, 'replace')}
      />
      <FacetList
        name="Project"
        chosen={projects}
        counts={counted?.projects ?? countBy(hits, (hit) => hit.project)}
        labelOf={(key) => visibleLine(known.find((project) => project.key === key)?.name ?? key)}
        onChoose={(value) => setQuery({ project: toggled(projects, value) }, 'replace')}
      />
      {workMenus.map(({ word, label, facet }) => (
        <FacetList
          key={word}
          name={label}
          chosen={work[word] === '' ? [] : [work[word]]}
          counts={counted?.[facet] ?? []}
          labelOf={(key) => visibleLine(key) || 'not known'}
          onChoose={(value) => setQuery({ [word]: value === work[word] ? '' : value }, 'replace')}
        />
      ))}
    </aside>
  );
}

/** The number of names in a list. Chosen ones are always among them. */
const SHOWN = 10;

function FacetList({ name, chosen, counts, labelOf, onChoose }: FacetListProps) {
  const missing = chosen.filter((key) => !counts.some((count) => count.key === key));
  const shown = counts.filter(({ key }, place) => place < SHOWN || chosen.includes(key));
  if (shown.length + missing.length === 0) return null;
  return (
    <>
      <h2>{name}</h2>
      {[...shown, ...missing.map((key) => ({ key, count: 0 }))].map(({ key, count }) => (
        <button key={key} type="button" aria-pressed={chosen.includes(key)} onClick={() => onChoose(key)}>
          <span className="label">{labelOf(key)}</span>
          <span className="count">{formatCount(count)}</span>
        </button>
      ))}
    </>
  );
}

interface FacetListProps {
  name: string;
  chosen: readonly string[];
  counts: readonly { key: string; count: number }[];
  labelOf: (value: string) => string;
  onChoose: (value: string) => void;
}

function toggled(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

function countBy(
  hits: readonly ApiHit[],
  facetOf: (hit: ApiHit) => string | undefined,
): { key: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const hit of hits) {
    const key = facetOf(hit);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts, ([key, count]) => ({ key, count }));
}
