/** A change that is no mere addition, and why it is right. CHANGELOG.md names each for those whom it concerns. */
interface AllowedChange {
  list: string;
  name: string;
  reason: string;
}

export const allowedChanges: readonly AllowedChange[] = [
  {
    list: 'sessions',
    name: 'isSubagent',
    reason: 'takes anything that tells parent and source: every session still does',
  },
  {
    list: 'sessions',
    name: 'SourceReadOptions',
    reason: 'a member may also be given as undefined, as those of SessionReadOptions may',
  },
  { list: 'writers', name: 'HeadOptions', reason: '`known` may tell less, and how many turns there are' },
  { list: 'used', name: 'SessionHead', reason: 'was never exported; its members stand in the one record of a session' },
];
