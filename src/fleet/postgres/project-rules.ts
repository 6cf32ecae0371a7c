import type { Queries } from './connect.ts';
import { namedRuleTables, setNamedRules } from './named-rules.ts';
import type { SessionVisibility } from './team-reader.ts';

const CONFIGURE = 'team_configure_projects';

/**
 * Rules of visibility by folder, for sessions that are in no repository too. Of all named rules that fit a session the strictest
 * counts.
 */
export const PROJECT_RULES = `
-- A whole path is that folder and all below it; a name is any folder of that name. Windows writes paths with the other slash.
create function fits_project(rule text, folder text) returns boolean language sql immutable return
  case when rule ~ '^([/\\\\]|[A-Za-z]:)' then starts_with(translate(folder, '\\', '/') || '/', translate(rule, '\\', '/') || '/')
    else strpos('/' || translate(folder, '\\', '/') || '/', '/' || rule || '/') > 0 end;
revoke all on function fits_project(text, text) from public;
${namedRuleTables({
  column: 'project',
  configure: CONFIGURE,
  concerns: `exists (select 1 from unnest(changed) as rule where session.project is null or fits_project(rule, session.project))`,
})}`;

/** From the commit on these rules hold, and no others. Returns the folders whose rule changed. */
export function setProjectRules(
  queries: Queries,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  return setNamedRules(queries, CONFIGURE, rules);
}
