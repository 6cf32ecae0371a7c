/** The options that `insights` and `report` take as `usage` does. */
export const FILTER_HELP = `      --agent NAME    Only this agent, as in 'threadline usage'
      --project NAME  Only a project: its name, a path, or a part of either that
                      no other project has
      --here          Only what was done in the current folder or below it
      --zone ZONE     The time zone of days: Europe/Berlin; by default
                      this machine's
      --prices FILE   More prices, as in 'threadline usage'
      --home DIR      Where to look; may be given several times. By default
                      where each agent keeps its sessions`;
