import { KB, MB } from './units.ts';

/**
 * Bounds of the core: lines, wires, messages, text, redaction, writers. docs/limits.md tells the effect of each. They are
 * single constants, so that a bundle carries only those that it uses. Import them as `coreLimits`.
 */

/** Maximum bytes of a line. Real lines hold base64 images of tens of megabytes; a longer line is skipped. */
export const maxLineBytes = 256 * MB;
/** Maximum number of values of a line, or of a text of JSON in it. One that holds more is not parsed. */
export const maxLineValues = 1_000_000;
/** Bytes up to which values are not counted. Almost no line is longer, and one of these costs 120 MB at most. */
export const minCountedLineBytes = 4 * MB;
/** Bytes of a skipped line that are kept to recognise it. */
export const skippedLinePreviewBytes = 256;
/** Maximum number of records searched for on a line that is not JSON as a whole. */
export const maxGluedRecords = 64;
/** Maximum passes over such a line to find a whole record behind a torn one. */
export const maxGluedScans = 4;
/** Maximum characters of a document over many lines. A longer one is read as lines. */
export const maxDocumentLength = 256 * MB;
/** Number of JSON objects that `detectWire` examines before it answers `unknown`. */
export const maxDetectionRecords = 64;
/** `convert --to messages`: bytes that must follow a message that a later line may change, before it is written. */
export const heldMessageBytes = 4 * MB;
/** `otlp`: number of spans and log records in a body. */
export const otlpRecordsAtOnce = 200;
/** Session formats: maximum characters of a tool's output, if the agent sends it whole. */
export const maxHandedOverOutput = 30_000;
/** Session formats: maximum nesting of the input of a call. */
export const maxWrittenDepth = 500;
/** `run`: bytes kept of the end of stderr. */
export const stderrTailBytes = 64 * KB;
/** Maximum number of unfinished calls that a reader remembers. The oldest are forgotten first. */
export const maxOpenCalls = 1024;
/** Maximum texts of a turn that a session reader holds until their twins come. The oldest are emitted as they are. */
export const maxHeldTexts = 256;
/** Maximum context texts that a session reader holds until a turn begins. More of them begin a turn. */
export const maxEarlyTexts = 1000;
/** Number of counted responses that are remembered. A response recorded twice is so within a few lines. */
export const maxRememberedResponses = 1000;
/** Maximum characters of the folder for relative paths. No system that agents run on takes longer ones. */
export const maxFolderLength = 4096;
/** Maximum finished items of a turn that a builder or mapper remembers, so that late news finds its item. */
export const maxEndedItems = 4096;
/** Number of past turns to which late news may belong, and which may be taken back. */
export const maxRememberedTurns = 1024;
/** Maximum number of sub-agents of one stream that are told apart at a time. */
export const maxAgents = 1024;
/** Number of lines within which a message builder recognises a repeated event. */
export const maxRememberedLines = 65_536;
/** Characters by which the working folder may lengthen the paths of one patch in any case. */
export const freeJoinedPathsLength = 1024;
/** Further growth allowed, as a multiple of their own length. */
export const maxJoinedPathsGrowth = 5;
/** `text`: maximum characters of Markdown that is formatted. The rest is shown as it is. */
export const maxMarkdownLength = 64 * KB;
/** `text`: maximum characters of a code block with colours. */
export const maxColouredBlockLength = 32 * KB;
/** `text`: maximum characters of code with colours in one document. */
export const maxColouredDocumentLength = 2 * MB;
/** `text`: maximum characters of a line of code with colours. */
export const maxColouredLineLength = 2000;
/** `text`: maximum lines of a diff with marked words. */
export const maxWordDiffLines = 5000;
/** `text`: maximum characters of a diff line with marked words. */
export const maxWordDiffLength = 2000;
/** `text`: maximum deleted and added lines of a diff. Beyond it, one text is shown to replace the other. */
export const maxDiffEdits = 2000;
/** Pages: maximum number of prompts in the contents. */
export const maxHeadPrompts = 1000;
/** Pages: maximum characters of a prompt in the contents. */
export const maxHeadPromptLength = 160;
/** Pages: maximum characters of the task in a head. */
export const maxHeadTaskLength = 2000;
/** `summary`, `check`: maximum number of files, tests, failed and refused calls that are kept by name. */
export const maxWorkNames = 1000;
/** Pages: maximum number of models, and of languages of code, listed for a thread. */
export const maxHeadModels = 16;
export const maxHeadLanguages = 64;
/** Facts of a thread: maximum number of tools counted one by one. */
export const maxHeadTools = 64;
/** Pages: maximum number of problems listed at the end. */
export const maxPageProblems = 100;
/** `html`: maximum base64 characters of an embedded image, and of all of them. */
export const maxEmbeddedImageLength = 2 * MB;
export const maxEmbeddedImagesLength = 16 * MB;
/** `export --to html`: maximum bytes of a page. A longer session becomes several. */
export const maxPageBytes = 20_000_000;
/** Pages: maximum messages of a sub-agent that are held to be folded together. */
export const maxAgentGroup = 200;
/** `replay`: maximum characters of one text of a step. */
export const maxReplayTextLength = 32 * KB;
/** `redact`: maximum characters from the first to the last line of a private key. */
export const maxPrivateKeyLength = 20_000;
/** `redact`: maximum depth of values that are searched. Deeper values are replaced. */
export const maxRedactedDepth = 1000;
/** `redact`: maximum characters of a growing text that are held until it is whole. Safe parts go out earlier. */
export const maxHeldTextLength = MB;
/** `redact`: characters that stay held then: more than the longest secret. */
export const heldTextTail = 64 * KB;
/** `redact`: maximum number of different secrets told apart. Each further one counts as another. */
export const maxRememberedSecrets = 10_000;
/** Session trees: maximum number of entries that a branch can go back to. */
export const maxBranchEntries = 100_000;
