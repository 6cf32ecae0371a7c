/** Every bound that threadline keeps, with its default; those of the viewer stand in `server/`. docs/limits.md says what happens at each. */
export const limits = Object.freeze({
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
  /** How many different names `threadline check` counts of each sort in a file; the rest are counted together. */
  maxCountedNames: 1000,
  /**
   * `convert --to messages`: how much more of the input has to come, in bytes, before a message is written that a later
   * line could still change. Up to twice as much is held.
   */
  heldMessageBytes: 4 * 1024 * 1024,
  /** `otlp`: how many spans and log records make a body. */
  otlpRecordsAtOnce: 200,
  /** `handOff`: how often one thread can be handed over to an agent that has resumed each copy. */
  maxHandOverCopies: 100,
  /** Session formats: the longest output of a tool that is written where the agent sends it whole, in characters. */
  maxHandedOverOutput: 30_000,
  /** Session formats: how deep the input of a call may be nested. */
  maxWrittenDepth: 500,
  /** `run`: outcomes that wait for a slow reader before the child's pipe is paused. */
  maxUnreadOutcomes: 256,
  /** `run`: the same in bytes of lines. */
  maxUnreadBytes: 4 * 1024 * 1024,
  /** `run`: how much of a line without an end the event log holds before it writes it in pieces, in bytes. */
  maxHeldLogBytes: 1024 * 1024,
  /** `run`: how much of the end of stderr is kept, in bytes. */
  stderrTailBytes: 64 * 1024,
  /** `run`: longest message of a failed run, in characters. */
  maxFailureMessageLength: 1000,
  /** `run`, first rung of the ladder: how long the agent has to end after its stdin was closed. */
  stdinEndGraceMs: 250,
  /** `run`, second rung: from SIGINT, at which agents save their state, to SIGTERM. */
  interruptGraceMs: 2000,
  /** `run`, third rung: from SIGTERM to SIGKILL. */
  terminateGraceMs: 3000,
  /** `run`, last rung: how long the system has to take away what SIGKILL ended. */
  killGraceMs: 1000,
  /** `run`: how long the pipes may stay open after the agent has ended, before they are closed from this side. */
  stdioGraceMs: 2000,
  /** `run`: how often a program that is just being written (ETXTBSY) is tried. */
  maxSpawnAttempts: 5,
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
  /** `sessions`: how many records of what a fork goes on from are read at a time. */
  maxInheritedRecords: 256,
  /** `sessions`: how much of each file is read to list it, in bytes. The first prompt mostly stands within 100 KB. */
  maxSessionHeadBytes: 1024 * 1024,
  /** `sessions`: longest `firstPrompt` of a list, in characters. */
  maxFirstPromptLength: 2000,
  /** `sessions`: how much of the end of the index of titles is read, in bytes; an entry has about 150. */
  maxTitleIndexBytes: 32 * 1024 * 1024,
  /** `sessions`: longest entry of that index, in bytes. */
  maxTitleLineBytes: 64 * 1024,
  /** `sessions`: the longest output of a tool that is read from a file of its own, in bytes. */
  maxSpilledOutputBytes: 16 * 1024 * 1024,
  /** `sessions`: how much of the end of a session file is read for its name, where the agent writes it there, in bytes. */
  maxTitleTailBytes: 64 * 1024,
  /** `sessions`: the turns of a larger file are not counted for a list. */
  maxTurnCountBytes: 4 * 1024 * 1024 * 1024,
  /** `sessions`: how deep folders may be nested below `sessions/`; agents use three levels. */
  maxSessionFolderDepth: 8,
  /** `sessions`: how many sessions of sub-agents are read with the one that they belong to. */
  maxSubAgents: 256,
  /** `sessions`: how deep agents that start agents are followed from file to file. */
  maxSubAgentDepth: 8,
  /** `sessions`: how many headers are read to find the sub-agents of a session whose places do not name it. */
  maxSubAgentCandidates: 2000,
  /** `sessions`: how often a file that is gone is looked for again, as it is while the agent compresses or unpacks it. */
  vanishedFileRetries: 3,
  /** `sessions`: how long each such try waits. */
  vanishedFileRetryMs: 50,
  /** `sessions`: how long a named pipe without a writer is waited at. */
  pipeWriterWaitMs: 2000,
  /** `sessions`: how often a writer is looked for meanwhile. */
  pipeWriterRetryMs: 20,
  /** `sessions`: most bytes that a compressed file may unpack to. */
  maxUnpackedBytes: 2 * 1024 * 1024 * 1024,
  /** `sessions`: most that a compressed file may grow, as a multiple of what was read of it. */
  maxUnpackRatio: 200,
  /** `sessions`: the growth of a compressed file is not looked at before so many bytes. */
  unpackRatioFreeBytes: 16 * 1024 * 1024,
  /** `sessions`: the base-2 logarithm of the largest window of a compressed file, which is held in memory. */
  maxUnpackWindowLog: 27,
  /** Status: a turn in which nothing was written for so long was broken off. */
  statusSilenceMs: 10 * 60_000,
  /** Status: the same while a command or another call runs. */
  statusCallMs: 2 * 3_600_000,
  /** Status: the same while the person is asked something. */
  statusWaitingMs: 24 * 3_600_000,
  /** Status: how long the last word of an agent stands before the turn counts as over, where the agent does not mark its end. */
  statusLastWordMs: 10_000,
  /** Status: how much of the end of a file is read for it at most, in bytes. */
  maxStatusTailBytes: 4 * 1024 * 1024,
  /** Status of a session that is watched: how much of the end of its file is read again on average, in bytes a second. */
  statusBytesASecond: 128 * 1024,
  /** `sessions`: so many of the newest have a status in a list. */
  maxListedStatuses: 500,
  /** `doctor`: of so many of the newest sessions of an agent the version is looked at. */
  maxDoctorHeads: 300,
  /** `doctor`: larger files are not read, in bytes; `check` reads them. */
  maxDoctorFileBytes: 32 * 1024 * 1024,
  /** Following: how much of a file is read before the others have their turn, in bytes. */
  maxFollowedBytesAtOnce: 4 * 1024 * 1024,
  /** Following: a file that says to be so much larger than what is stored of it is not read, in bytes. */
  maxFileHoleBytes: 1024 * 1024 * 1024,
  /** Following: how often a file is looked at that is being written to. */
  followActiveMs: 250,
  /** Following: how often one at most to which nothing is written; and how often new files are looked for. */
  followIdleMs: 5000,
  /** Following: how long after the last change a file counts as being written to; later it is looked at ever more seldom. */
  followActiveForMs: 30_000,
  /** Following all sessions: how often all folders are walked through. */
  followWalkMs: 60_000,
  /** Following all sessions: how many files are open at most; the one that was silent for the longest is closed. */
  maxFollowedFiles: 256,
  /** Following all sessions: a file to which nothing was written for so long is closed; a change is found by its folder. */
  followCloseAfterMs: 600_000,
  /** `chat`: how much of an answer waits for a slow client before the agent has to. */
  maxUnsentChatBytes: 64 * 1024,
  /** `chat`: longest message of a request, in characters. */
  maxChatMessageLength: 16 * 1024 * 1024,
  /** `chat`: longest id of a request, in characters. */
  maxChatIdLength: 256,
  /** `chat`: longest message that is an argument, in bytes; a longer one goes by a file. Linux takes 128 KiB. */
  maxChatArgumentBytes: 96 * 1024,
  /** `chat`: how much of a command's output a local sandbox keeps as a text, in bytes. */
  maxCommandOutputBytes: 16 * 1024 * 1024,
  /** `usage`: how much of a string in a long line is kept, in bytes: enough for any id, model or path. */
  skimmedStringBytes: 1024,
  /** `usage`: most that is kept of one long line or document, in bytes. */
  maxSkimmedBytes: 16 * 1024 * 1024,
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
  /** Pages: how many problems are listed at the end. */
  maxPageProblems: 100,
  /** `html`: longest image that is part of the page, and of all of them, in characters of base64. */
  maxEmbeddedImageLength: 2 * 1024 * 1024,
  maxEmbeddedImagesLength: 16 * 1024 * 1024,
  /** Pages: how many messages of a sub-agent are held to be folded together. */
  maxAgentGroup: 200,
  /** `usage`: how many lines are looked at to tell whose file it is. */
  maxUsageDetectionLines: 64,
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
  /** `archive`: longest run of letters and digits that is a word of the index, in characters; real words are shorter. */
  maxWordLength: 256,
  /** `archive`: a shorter part of a word is looked for in all texts, because too many words hold it. */
  minSearchedPart: 3,
  /** `archive`: how many words that hold a part are asked for; where there are more, all texts are looked at. */
  maxVocabularyHits: 2000,
  /** `archive`: how much text is added before the list of words is made anew, in bytes. */
  vocabularyLagBytes: 8 * 1024 * 1024,
  /** `archive`: how much text is packed together, in bytes; a longer block is packed alone. */
  maxChunkBytes: 64 * 1024,
  /** `archive`: a longer result of a tool is kept as its beginning and its end, in bytes. */
  maxKeptResultBytes: 256 * 1024,
  /** `archive`: how much of each. */
  keptResultEdgeBytes: 64 * 1024,
  /** `archive`: what was read is written when it is so much, in bytes of files, … */
  indexBatchBytes: 4 * 1024 * 1024,
  /** `archive`: … or when so much time has passed. */
  indexBatchMs: 1000,
  /** `archive`: how long another process that writes is waited for. */
  archiveBusyMs: 5000,
  /** `archive`: how long another process that makes a damaged archive anew is waited for. */
  archiveReplaceMs: 60_000,
  /** `archive`: how long the thread that indexes waits for more work before it ends. */
  indexWorkerIdleMs: 30_000,
  /** `archive`: a larger file is not checked as a whole when it is opened; `archive verify` does. */
  maxCheckedArchiveBytes: 8 * 1024 * 1024,
  /** `archive`: how many files that could not be read any more are kept. */
  maxSetAsideArchives: 3,
  /** `archive`: how many of the newest matches are ranked. */
  maxRankedHits: 2000,
  /** `archive`: how long a regular expression may take for a batch of texts. */
  regexBatchMs: 2000,
  /** `archive`: how many texts such a batch holds. */
  regexBatchTexts: 256,
  /** `mcp`: longest answer, in bytes as it is sent. */
  maxMcpAnswerBytes: 64 * 1024,
  /** `mcp`: a longer line of the client is dropped, in bytes. */
  maxMcpRequestBytes: 1024 * 1024,
  /** `mcp`: how long a search may take; what was found until then is given. */
  mcpSearchMs: 20_000,
  /** `mcp`: how long a call waits for what is new; it is answered from what is there then. */
  mcpRefreshMs: 5000,
  /** `archive`: longest page of sessions, hits or rows. */
  maxPageRows: 10_000,
  /** `archive` on a server: how long a connection is waited for. */
  connectServerMs: 10_000,
  /** `archive` on a server: how long one statement may take. */
  maxStatementMs: 120_000,
  /** `archive` on a server: how long a transaction may wait for its client. */
  maxIdleTransactionMs: 300_000,
  /** `archive` on a server: how many rows one statement writes. */
  rowsAtOnce: 1000,
  /** `worker`: how long a source is one worker's. One that dies leaves it to others after that. */
  foldLeaseMs: 60_000,
  /** `worker`: how long a source that grew while it was folded rests before it is folded again. */
  foldRestMs: 2000,
  /** `worker`: the texts of the largest session that is folded, in characters; they are held while they are written. */
  maxHeldFoldBytes: 256 * 1024 * 1024,
  /** `worker`: a session that grows and is shorter is folded whole each time, in bytes. No less than `maxSessionHeadBytes`. */
  minGrowingBytes: 1024 * 1024,
  /** `worker`: how many sessions that grow are kept open, and about how much memory they take together, in bytes. */
  maxGrowingFolds: 256,
  maxGrowingFoldBytes: 256 * 1024 * 1024,
  /** `worker`: how long a session that grew has to rest before it is folded whole. */
  growingRestMs: 15_000,
  /** `worker`: how often a source that cannot be folded is tried. */
  maxFoldTries: 5,
  /** `worker`: how often it looks for something to do while there is nothing: where it would be told, and where it would not. */
  workerIdleMs: 5000,
  workerLookMs: 500,
  /** `worker`: how many sources that an earlier version folded it takes at a time, when there is nothing else to do. */
  refoldAtOnce: 16,
  /** `gateway`: how many sources one request asks about. */
  maxSourcesAtOnce: 256,
  /** `gateway`: largest body of a request, in bytes: of a segment as it is packed, of a list of sources. */
  maxGatewayBodyBytes: 1024 * 1024,
  /** `gateway`: largest segment once it is unpacked, in bytes. */
  maxUnpackedSegmentBytes: 16 * 1024 * 1024,
  /** `gateway`: how many bytes of the original file a segment may stand for: a longer line cannot be sent. */
  maxSegmentSize: 2 ** 31 - 1,
  /** `gateway`: longest folder, and longest path in it, that a source may have, in bytes of UTF-8. */
  maxSourcePathBytes: 1024,
  /** `collect`: how many bytes of a session file go at a time; a longer line goes alone. */
  collectedBytesAtOnce: 256 * 1024,
  /** `collect`: how long to wait before a gateway that failed is tried again, at first and at most. */
  collectRetryLeastMs: 1000,
  collectRetryMostMs: 300_000,
  /** `collect`: how long an answer of the gateway is waited for. */
  collectAnswerMs: 30_000,
  /** `collect`: longest answer of the gateway that is read, in bytes. */
  maxGatewayAnswerBytes: 1024 * 1024,
  /** `collect`: how often a file that is being written to is looked at, and sent. */
  collectActiveMs: 1000,
  /** `collect`: how many times a file may be cut or written anew before the rest of its lives are not sent. */
  maxFileLives: 1000,
  /** `collect`: how much is kept of files that were deleted before they were sent, in bytes; the oldest go first. */
  maxHeldFileBytes: 5 * 1024 ** 3,
  /** `collect`: how much of a session file is read to find the folder that it was about, in bytes. */
  maxProjectSearchBytes: 64 * 1024,
} as const);
