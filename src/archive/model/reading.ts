/** Whom a store reads for: the owner of its texts, as they were said, or others, redacted. */
export type Reading = 'owner' | 'others';
