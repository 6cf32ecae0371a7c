/** `GET /api/team`: whose work cost what, of those whose figures the reader may see. */
export interface ApiTeam {
  schema: number;
  /** The beginning of the time. */
  since: string;
  people: ApiTeamRow[];
  repositories: ApiTeamRow[];
  machines: ApiTeamRow[];
  /** Names of machines that worked in the last 90 days and not in the last 14. */
  silent: string[];
  /** The last eight, each by its Monday in UTC: how many people were at work. */
  weeks: { monday: string; people: number; sessions: number; costUsd: number }[];
}

export interface ApiTeamRow {
  /** Empty where it is not known whose it is. */
  name: string;
  sessions: number;
  requests: number;
  tokens: number;
  /** Null without a price. */
  costUsd: number | null;
}

/** `GET /api/team/choices`: by what figures can be narrowed, of those that the reader may see; the most expensive first. */
export interface ApiTeamChoices {
  schema: number;
  people: string[];
  teams: string[];
  repositories: string[];
  machines: string[];
}
