/**
 * The version of what a fold makes of a file. Rows that an earlier one wrote are written anew, in every store, while the
 * bytes are there. Raise it when blocks, their texts, the words made of them or the facts of a session change.
 */
export const FOLD_VERSION = 2;
