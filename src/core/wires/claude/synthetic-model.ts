/** The model of a line that the CLI made by itself: an API error, a local command's output, `No response requested.` */
export const SYNTHETIC_MODEL = '<synthetic>';
