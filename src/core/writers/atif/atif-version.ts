/** The version that every reader of the format takes. Later ones only add sounds. */
export const ATIF_VERSION = 'ATIF-v1.7';
