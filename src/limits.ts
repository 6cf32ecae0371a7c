/** Every bound that threadline keeps, with its default. docs/limits.md says what happens at each. */
export const limits = {
  /** Longest line in bytes. Real lines hold base64 images of tens of megabytes; a longer line is skipped. */
  maxLineBytes: 256 * 1024 * 1024,
  /** How much of a skipped line is kept to recognise it by, in bytes. */
  skippedLinePreviewBytes: 256,
  /** How many records are looked for on one line that is not JSON as a whole. */
  maxGluedRecords: 64,
  /** How many JSON objects `detectWire` looks at before it answers `unknown`. */
  maxDetectionRecords: 64,
} as const;
