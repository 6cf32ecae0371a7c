/** The name in `extra` under which the reader keeps the fields of a step or a trajectory that no event has a place for. */
export const ATIF_KEPT = 'atif';

/** The kind of the record that holds the fields of a trajectory. */
export const TRAJECTORY = 'trajectory';
