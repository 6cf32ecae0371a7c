/** The name in `extra` under which the reader keeps the fields of a step or a trajectory that no event has a place for. */
export const ATIF_KEPT = 'atif';
