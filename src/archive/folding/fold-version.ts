/**
 * The version of the results of a fold. Every store rewrites rows of an earlier version, while the bytes are
 * there. Raise it when blocks, their texts, the words made of them, the facts of a session or its changes of files change.
 */
export const FOLD_VERSION = 6;
