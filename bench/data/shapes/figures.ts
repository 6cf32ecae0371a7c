/**
 * Figures of real session files, taken from public repositories: 17 rollouts of Codex (18 MB, 11 159 lines, 0.47 to 0.107)
 * and 46 sessions of Claude Code (59 MB, 16 265 lines, 2.1). Lengths and shares alone: not one of their words is here.
 */

/** Lengths at the 10th, 25th, 50th, 75th, 90th and 99th part of a hundred, and the longest. */
export type Lengths = readonly [number, number, number, number, number, number, number];

/** Characters of the texts in lines of Codex. */
export const codexLengths = {
  instructions: [800, 8400, 14_000, 14_200, 14_200, 14_200, 14_200],
  prompt: [20, 90, 2000, 12_000, 18_000, 18_200, 18_200],
  developerInstructions: [0, 0, 0, 3000, 3000, 3000, 3000],
  encryptedReasoning: [932, 996, 1228, 2360, 4900, 20_452, 89_400],
  reasoning: [20, 27, 40, 430, 520, 640, 1010],
  shortCommand: [23, 28, 42, 60, 90, 200, 400],
  heredoc: [92, 332, 578, 1058, 1830, 4673, 6376],
  execHeredoc: [180, 250, 400, 1800, 6000, 10_900, 11_400],
  patch: [364, 633, 1281, 2244, 10_632, 18_729, 22_612],
  output: [20, 80, 1250, 4600, 9000, 18_000, 24_100],
  patchAnswer: [100, 105, 130, 190, 300, 1000, 9800],
  answer: [180, 210, 260, 800, 1550, 2400, 3230],
} satisfies Record<string, Lengths>;

/** How often something comes, for each turn of Codex or each of its steps. */
export const codexShares = {
  turnsInFile: 8,
  stepsInTurn: 7.5,
  reasoningInStep: 0.7,
  /** Of all steps; the rest are commands. */
  patchInStep: 0.22,
  planInStep: 0.02,
  answerInStep: 0.25,
  /** Of the files: the older tool takes an argument list and answers with JSON, the newer one takes a text. */
  argumentLists: 0.53,
  /** Of the commands by argument list: scripts with a heredoc, and those of them that carry a patch. */
  heredocInArguments: 0.31,
  patchInHeredoc: 0.63,
  heredocInText: 0.1,
  /** Token counts and contexts stand far more often than requests. */
  tokenCountsInStep: 1.9,
  contextsInStep: 0.9,
  /** Texts with a character beyond Latin-1, so that a fifth of the lines has one. */
  wide: 0.35,
};

/** Characters of the texts in lines of Claude Code. */
export const claudeLengths = {
  prompt: [20, 50, 100, 200, 500, 13_000, 60_000],
  thinking: [150, 200, 380, 1000, 2500, 10_200, 56_600],
  signature: [200, 250, 300, 400, 600, 1500, 3000],
  said: [40, 60, 100, 250, 1060, 3100, 9700],
  command: [40, 60, 90, 130, 240, 1000, 1900],
  edited: [60, 110, 330, 700, 1300, 3500, 6000],
  written: [300, 2000, 5400, 9500, 13_800, 19_500, 20_400],
  fileBeforeEdit: [3500, 8500, 16_500, 36_000, 53_000, 74_000, 98_000],
  patchedLines: [8, 10, 14, 22, 40, 110, 200],
  file: [700, 1150, 2200, 5500, 15_700, 57_000, 80_000],
  output: [10, 60, 400, 1100, 3400, 10_000, 57_000],
  matches: [20, 40, 300, 1200, 5600, 20_000, 36_000],
  agentStep: [900, 1250, 2300, 4900, 11_800, 53_600, 94_000],
  progress: [0, 0, 0, 60, 400, 850, 2900],
} satisfies Record<string, Lengths>;

/** How often something comes, for each turn of Claude Code or each call of a tool. */
export const claudeShares = {
  turnsInFile: 8,
  callsInTurn: 8.8,
  thinkingInCall: 0.6,
  saidInCall: 0.5,
  /** Of all calls. */
  edits: 0.22,
  writes: 0.02,
  reads: 0.26,
  commands: 0.27,
  bashProgressInCommand: 3.4,
  agentStepsInCall: 0.46,
  hooksInCall: 0.46,
  snapshotsInTurn: 1.5,
  wide: 0.14,
};
