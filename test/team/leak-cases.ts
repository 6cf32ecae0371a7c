import { type Visibility, visibilities } from '../../src/fleet/postgres/team-reader.ts';

/** Four people in three teams: one in two of them, one in none. */
export const PEOPLE = {
  anna: { groups: ['g-core'], teams: ['core'] },
  bob: { groups: ['g-core', 'g-ops'], teams: ['core', 'ops'] },
  carl: { groups: ['g-ops'], teams: ['ops'] },
  dora: { groups: ['g-admin'], teams: [] },
} as const;
export type Name = keyof typeof PEOPLE;
export const names = Object.keys(PEOPLE) as Name[];

export interface Made {
  owner: Name;
  text: Visibility;
  usage: Visibility;
  threadId: string;
  word: string;
}
export const sessions: Made[] = names.flatMap((owner, place) =>
  visibilities.flatMap((text) =>
    visibilities.map((usage) => {
      const threadId = `${owner}-${text}-${usage}`;
      return {
        owner,
        text,
        usage,
        threadId,
        word: `qz${place}${visibilities.indexOf(text)}${visibilities.indexOf(usage)}vocable`,
      };
    }),
  ),
);

/** Whoever asks: each person, and a token of nobody that sees as a team or as everybody does. */
export interface Asker {
  who: Name | undefined;
  teams: readonly string[];
}
export const askers: [string, Asker][] = [
  ...names.map((who): [string, Asker] => [who, { who, teams: PEOPLE[who].teams }]),
  ['a token of a team', { who: undefined, teams: ['ops'] }],
  ['a token of nobody', { who: undefined, teams: [] }],
];

export function maySee({ who, teams }: Asker, { owner }: Made, visibility: Visibility): boolean {
  if (who === owner) return true;
  const ownerTeams: readonly string[] = PEOPLE[owner].teams;
  return visibility === 'all' || (visibility === 'team' && teams.some((team) => ownerTeams.includes(team)));
}
