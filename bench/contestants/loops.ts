/** Reads every line of the files, one file after the other, and gives the number of lines that it read. */
type Loop = (paths: readonly string[]) => number | Promise<number>;

/** Each is loaded by itself: what the others import would count as its memory. */
export const loops = {
  'bare loop': async () => (await import('./bare-loop.ts')).bareLoop,
  ours: async () => (await import('./ours.ts')).ours,
  'ours, lines and JSON': async () => (await import('./ours-parsing.ts')).oursParsing,
  'ours, batches': async () => (await import('./ours.ts')).oursInBatches,
  'ours, one by one': async () => (await import('./ours.ts')).oursOneByOne,
  'ours, 64 bytes': async () => (await import('./ours.ts')).oursInSmallChunks,
  'ours, messages': async () => (await import('./ours-messages.ts')).oursMessages,
  'ours, redacted': async () => (await import('./ours-redacted.ts')).oursRedacted,
  'SDK loop': async () => (await import('./peers.ts')).sdkLoop,
  split2: async () => (await import('./peers.ts')).split2Loop,
} satisfies Record<string, () => Promise<Loop>>;

export type LoopName = keyof typeof loops;
