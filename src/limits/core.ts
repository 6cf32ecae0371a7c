/** Bounds of the core: lines, wires, messages, text, redaction, writers. docs/limits.md tells the effect of each. */
export const coreLimits = /* @__PURE__ */ Object.freeze({
  /** Maximum bytes of a line. Real lines hold base64 images of tens of megabytes; a longer line is skipped. */
  maxLineBytes: 256 * 1024 * 1024,
  /** Bytes of a skipped line that are kept to recognise it. */
  skippedLinePreviewBytes: 256,
  /** Maximum number of records searched for on a line that is not JSON as a whole. */
  maxGluedRecords: 64,
  /** Maximum passes over such a line to find a whole record behind a torn one. */
  maxGluedScans: 4,
  /** Maximum characters of a document over many lines. A longer one is read as lines. */
  maxDocumentLength: 256 * 1024 * 1024,
  /** Number of JSON objects that `detectWire` examines before it answers `unknown`. */
  maxDetectionRecords: 64,
  /** `convert --to messages`: bytes that must follow a message that a later line may change, before it is written. */
  heldMessageBytes: 4 * 1024 * 1024,
  /** `otlp`: number of spans and log records in a body. */
  otlpRecordsAtOnce: 200,
  /** Session formats: maximum characters of a tool's output, if the agent sends it whole. */
  maxHandedOverOutput: 30_000,
  /** Session formats: maximum nesting of the input of a call. */
  maxWrittenDepth: 500,
  /** `run`: bytes kept of the end of stderr. */
  stderrTailBytes: 64 * 1024,
  /** Maximum number of unfinished calls that a reader remembers. The oldest are forgotten first. */
  maxOpenCalls: 1024,
  /** Maximum texts of a turn that a session reader holds until their twins come. The oldest are emitted as they are. */
  maxHeldTexts: 256,
  /** Maximum context texts that a session reader holds until a turn begins. More of them begin a turn. */
  maxEarlyTexts: 1000,
  /** Number of counted responses that are remembered. A response recorded twice is so within a few lines. */
  maxRememberedResponses: 1000,
  /** Maximum characters of the folder for relative paths. No system that agents run on takes longer ones. */
  maxFolderLength: 4096,
  /** Maximum finished items of a turn that a builder or mapper remembers, so that late news finds its item. */
  maxEndedItems: 4096,
  /** Number of past turns to which late news may belong, and which may be taken back. */
  maxRememberedTurns: 1024,
  /** Maximum number of sub-agents of one stream that are told apart at a time. */
  maxAgents: 1024,
  /** Number of lines within which a message builder recognises a repeated event. */
  maxRememberedLines: 65_536,
  /** Characters by which the working folder may lengthen the paths of one patch in any case. */
  freeJoinedPathsLength: 1024,
  /** Further growth allowed, as a multiple of their own length. */
  maxJoinedPathsGrowth: 5,
  /** `text`: maximum characters of Markdown that is formatted. The rest is shown as it is. */
  maxMarkdownLength: 64 * 1024,
  /** `text`: maximum characters of a code block with colours. */
  maxColouredBlockLength: 32 * 1024,
  /** `text`: maximum characters of code with colours in one document. */
  maxColouredDocumentLength: 2 * 1024 * 1024,
  /** `text`: maximum characters of a line of code with colours. */
  maxColouredLineLength: 2000,
  /** `text`: maximum lines of a diff with marked words. */
  maxWordDiffLines: 5000,
  /** `text`: maximum characters of a diff line with marked words. */
  maxWordDiffLength: 2000,
  /** `text`: maximum deleted and added lines of a diff. Beyond it, one text is shown to replace the other. */
  maxDiffEdits: 2000,
  /** Pages: maximum number of prompts in the contents. */
  maxHeadPrompts: 1000,
  /** Pages: maximum characters of a prompt in the contents. */
  maxHeadPromptLength: 160,
  /** Pages: maximum number of models, and of languages of code, listed for a thread. */
  maxHeadModels: 16,
  maxHeadLanguages: 64,
  /** Facts of a thread: maximum number of tools counted one by one. */
  maxHeadTools: 64,
  /** Pages: maximum number of problems listed at the end. */
  maxPageProblems: 100,
  /** `html`: maximum base64 characters of an embedded image, and of all of them. */
  maxEmbeddedImageLength: 2 * 1024 * 1024,
  maxEmbeddedImagesLength: 16 * 1024 * 1024,
  /** Pages: maximum messages of a sub-agent that are held to be folded together. */
  maxAgentGroup: 200,
  /** `redact`: maximum characters from the first to the last line of a private key. */
  maxPrivateKeyLength: 20_000,
  /** `redact`: maximum depth of values that are searched. Deeper values are replaced. */
  maxRedactedDepth: 1000,
  /** `redact`: maximum characters of a growing text that are held until it is whole. Safe parts go out earlier. */
  maxHeldTextLength: 1024 * 1024,
  /** `redact`: characters that stay held then: more than the longest secret. */
  heldTextTail: 64 * 1024,
  /** `redact`: maximum number of different secrets told apart. Each further one counts as another. */
  maxRememberedSecrets: 10_000,
} as const);
