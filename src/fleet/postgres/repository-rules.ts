import type { Queries } from './connect.ts';
import { namedRuleTables, setNamedRules } from './named-rules.ts';
import type { SessionVisibility } from './team-reader.ts';

const CONFIGURE = 'team_configure_repositories';

/** Rules of visibility by repository. */
export const REPOSITORY_RULES = namedRuleTables({
  column: 'repository',
  configure: CONFIGURE,
  concerns: `repository = any(changed) and left(repository, 200) in (select left(name, 200) from unnest(changed) as name)`,
});

/** From the commit on these rules hold, and no others. Returns the repositories whose rule changed. */
export function setRepositoryRules(
  queries: Queries,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  return setNamedRules(queries, CONFIGURE, rules);
}
