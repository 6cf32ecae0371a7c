/** A page of the viewer and what its path names. */
export type PageRoute =
  | { page: 'sessions' }
  | { page: 'transcript'; key: string }
  | { page: 'changes'; key: string }
  | { page: 'time'; key: string }
  | { page: 'prompts'; key: string }
  | { page: 'run'; key?: string }
  | { page: 'search' }
  /** Of all sessions, or of one. */
  | { page: 'usage'; key?: string }
  | { page: 'insights' }
  | { page: 'compare' }
  | { page: 'problems' }
  /** Of a team server alone. */
  | { page: 'team' }
  | { page: 'not-found' };

/** Pages whose name is their path. */
const ALONE = ['search', 'usage', 'insights', 'compare', 'problems', 'team'] as const;

/** The page of a path: the one list of places, for server and page. `web/app.tsx` has a case for each. */
export function pageRoute(path: string): PageRoute {
  const parts = path.split('/').filter(Boolean).map(decodePart);
  const [first, agent, id, rest] = parts;
  if (first === undefined) return { page: 'sessions' };
  if (first === 's' && agent && id) {
    if (rest === undefined) return { page: 'transcript', key: `${agent}/${id}` };
    if (parts.length === 4 && (rest === 'changes' || rest === 'time' || rest === 'usage'))
      return { page: rest, key: `${agent}/${id}` };
    return { page: 'not-found' };
  }
  if (first === 'prompts' && agent && id && rest === undefined) return { page: 'prompts', key: `${agent}/${id}` };
  if (first === 'run' && parts.length === 1) return { page: 'run' };
  if (first === 'run' && agent && id && rest === undefined) return { page: 'run', key: `${agent}/${id}` };
  if (parts.length > 1) return { page: 'not-found' };
  return { page: ALONE.find((name) => name === first) ?? 'not-found' };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
