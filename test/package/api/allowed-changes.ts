/** A change that is no mere addition, and why it is right. CHANGELOG.md names each for those whom it concerns. */
interface AllowedChange {
  list: string;
  name: string;
  reason: string;
}

export const allowedChanges: readonly AllowedChange[] = [];
