import { useMemo } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { ApiAgent } from '../../src/doors/server/api-types.ts';
import { hello } from './hello.ts';
import { useStore } from './store.ts';

/** The agents as the server names them. The page itself knows none. */
export interface Agents {
  all: readonly ApiAgent[];
  /** The mark of an agent. One that the server does not know is shown by its name. */
  markOf(name: string): ApiAgent;
  titleOf(name: string): string;
  /** The variables that name homes, listed for a sentence. */
  homeVariables: string;
}

const UNKNOWN: readonly ApiAgent[] = [];
const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

export function useAgents(): Agents {
  const all = useStore(hello).value?.agents ?? UNKNOWN;
  return useMemo(() => bookOf(all), [all]);
}

function bookOf(all: readonly ApiAgent[]): Agents {
  const markOf = (name: string) =>
    all.find((agent) => agent.name === name) ?? {
      name,
      title: visibleLine(name),
      letters: visibleLine([...name].slice(0, 2).join('')),
    };
  return {
    all,
    markOf,
    titleOf: (name) => markOf(name).title,
    homeVariables: LIST.format(all.flatMap(({ homeVariable }) => homeVariable ?? [])),
  };
}
