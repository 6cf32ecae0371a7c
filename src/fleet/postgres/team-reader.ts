/** Who may see a session of somebody: nobody else, those of one of the owner's teams, or everybody who logs in. */
export const visibilities = ['private', 'team', 'all'] as const;
export type Visibility = (typeof visibilities)[number];

/** Who sees the figures and the texts of sessions. What is left out stays as it is, or follows another rule. */
export interface SessionVisibility {
  usage?: Visibility | undefined;
  text?: Visibility | undefined;
}

/** What a token lets its holder do: send sessions, read figures, read texts. */
export const tokenScopes = ['push', 'usage', 'text'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** For whom a transaction reads. The tables show it what this reader may see, whatever the statement asks for. */
export interface TeamReader {
  /** The number of a person; 0 for a token of nobody, which sees what its teams and everybody may. */
  person: number;
  teams: readonly string[];
  /** Admins see sessions that have no owner. What people keep private they do not. */
  admin: boolean;
  /** False: only figures. */
  text: boolean;
}

/** A team's name stands in settings of the database between commas. */
export const TEAM_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The settings of a reader's transaction, none of which outlives it: a pooler hands connections to others. */
export function readerSettings({ person, teams, admin, text }: TeamReader): string[] {
  if (!Number.isSafeInteger(person) || person < 0) throw new TypeError('person is the number of one');
  if (!teams.every((team) => TEAM_NAME.test(team))) throw new TypeError('teams are names of teams');
  return [
    `set local threadline.reader = '${person}'`,
    `set local threadline.teams = '${teams.join(',')}'`,
    `set local threadline.admin = '${admin ? 'on' : 'off'}'`,
    `set local threadline.text = '${text ? 'on' : 'off'}'`,
  ];
}
