/** The name in `extra` under which the reader keeps the fields of a step or a trajectory that no event has a place for. */
export const ATIF_KEPT = 'atif';

/** The kind of the record that holds the fields of a trajectory. */
export const TRAJECTORY = 'trajectory';

/** Stands in a kept step for arguments or a text that an item holds. The format has no numbers there. */
export const IN_ITEM = 0;
