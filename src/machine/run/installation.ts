import type { AgentDriver } from './agent-driver.ts';

/** What a driver says of how its program is installed: by a command, or from an address. `variable` names where it is. */
export function installation(install: string, variable: string): Pick<AgentDriver, 'install' | 'installHint'> {
  const how = install.startsWith('https://') ? 'from' : 'with:';
  return { install, installHint: `Install it ${how} ${install} (or set ${variable}).` };
}
