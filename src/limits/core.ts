/** Bounds of the core: lines, wires, messages, text, redaction, writers. docs/limits.md says what happens at each. */
export const coreLimits = /* @__PURE__ */ Object.freeze({
  /** Longest line in bytes. Real lines hold base64 images of tens of megabytes; a longer line is skipped. */
  maxLineBytes: 256 * 1024 * 1024,
  /** How much of a skipped line is kept to recognise it by, in bytes. */
  skippedLinePreviewBytes: 256,
  /** How many records are looked for on one line that is not JSON as a whole. */
  maxGluedRecords: 64,
  /** How many times such a line may be read through to find a whole record behind a torn one. */
  maxGluedScans: 4,
  /** Longest document over many lines, in characters; a longer one is read as lines. */
  maxDocumentLength: 256 * 1024 * 1024,
  /** How many JSON objects `detectWire` looks at before it answers `unknown`. */
  maxDetectionRecords: 64,
  /** `convert --to messages`: so many more bytes must come before a message that a later line may change is written. */
  heldMessageBytes: 4 * 1024 * 1024,
  /** `otlp`: how many spans and log records make a body. */
  otlpRecordsAtOnce: 200,
  /** Session formats: the longest output of a tool that is written where the agent sends it whole, in characters. */
  maxHandedOverOutput: 30_000,
  /** Session formats: how deep the input of a call may be nested. */
  maxWrittenDepth: 500,
  /** `run`: how much of the end of stderr is kept, in bytes. */
  stderrTailBytes: 64 * 1024,
  /** How many calls that never end a reader remembers; the oldest are forgotten first. */
  maxOpenCalls: 1024,
  /** How many texts of a turn a reader of session files holds until their twins come; the oldest are given as they are. */
  maxHeldTexts: 256,
  /** How much context a reader of session files holds until a turn begins; more begins one by itself. */
  maxEarlyTexts: 1000,
  /** How many responses are remembered whose tokens were counted; one that is recorded twice is so within a few lines. */
  maxRememberedResponses: 1000,
  /** Longest folder that relative paths are joined to, in characters; no system that agents run on takes longer ones. */
  maxFolderLength: 4096,
  /** How many items that are done a builder or mapper remembers in a turn, so that late news of one finds it. */
  maxEndedItems: 4096,
  /** How many turns back late news may belong to, and turns may be taken back. */
  maxRememberedTurns: 1024,
  /** How many sub-agents of one stream are told apart at a time. */
  maxAgents: 1024,
  /** How many lines back a message builder knows an event that comes again. */
  maxRememberedLines: 65_536,
  /** How much the paths of one patch may grow by the working folder in any case, in characters. */
  freeJoinedPathsLength: 1024,
  /** How much more they may grow, as a multiple of their own length. */
  maxJoinedPathsGrowth: 5,
  /** `text`: longest Markdown that is read as such, in characters; more of it is shown as it stands. */
  maxMarkdownLength: 64 * 1024,
  /** `text`: a block of code that is longer has no colours, in characters. */
  maxColouredBlockLength: 32 * 1024,
  /** `text`: how much code of one document has colours, in characters. */
  maxColouredDocumentLength: 2 * 1024 * 1024,
  /** `text`: a line of code that is longer has no colours, in characters. */
  maxColouredLineLength: 2000,
  /** `text`: in a diff of more lines no words are marked. */
  maxWordDiffLines: 5000,
  /** `text`: in a longer line of a diff no words are marked, in characters. */
  maxWordDiffLength: 2000,
  /** `text`: two texts that are further apart, in lines deleted and added, have no diff: one replaced the other. */
  maxDiffEdits: 2000,
  /** Pages: how many prompts stand in the contents. */
  maxHeadPrompts: 1000,
  /** Pages: longest prompt in the contents, in characters. */
  maxHeadPromptLength: 160,
  /** Pages: how many models, and languages of code, a thread is said to have. */
  maxHeadModels: 16,
  maxHeadLanguages: 64,
  /** Facts of a thread: how many tools are counted one by one. */
  maxHeadTools: 64,
  /** Pages: how many problems are listed at the end. */
  maxPageProblems: 100,
  /** `html`: longest image that is part of the page, and of all of them, in characters of base64. */
  maxEmbeddedImageLength: 2 * 1024 * 1024,
  maxEmbeddedImagesLength: 16 * 1024 * 1024,
  /** Pages: how many messages of a sub-agent are held to be folded together. */
  maxAgentGroup: 200,
  /** `redact`: how far from its first line the last line of a private key is looked for, in characters. */
  maxPrivateKeyLength: 20_000,
  /** `redact`: how deep values are looked through; what is nested deeper is replaced. */
  maxRedactedDepth: 1000,
  /** `redact`: how much of a text that grows is held until it is whole, in characters; what is beyond doubt goes on before. */
  maxHeldTextLength: 1024 * 1024,
  /** `redact`: how much of it stays held then, in characters: more than the longest secret. */
  heldTextTail: 64 * 1024,
  /** `redact`: how many different secrets are told apart; each further one counts as another. */
  maxRememberedSecrets: 10_000,
} as const);
