/** Replaces the result of a call that has none: providers refuse a call that nothing answers. */
export const NO_RESULT = 'No result was recorded.';
