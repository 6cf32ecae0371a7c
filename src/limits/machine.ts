/** Bounds of this machine: runs, sessions, usage. docs/limits.md says what happens at each. */
export const machineLimits = /* @__PURE__ */ Object.freeze({
  /** How many different names `threadline check` counts of each sort in a file; the rest are counted together. */
  maxCountedNames: 1000,
  /** `handOff`: how often one thread can be handed over to an agent that has resumed each copy. */
  maxHandOverCopies: 100,
  /** `run`: outcomes that wait for a slow reader before the child's pipe is paused. */
  maxUnreadOutcomes: 256,
  /** `run`: the same in bytes of lines. */
  maxUnreadBytes: 4 * 1024 * 1024,
  /** `run`: how much of a line without an end the event log holds before it writes it in pieces, in bytes. */
  maxHeldLogBytes: 1024 * 1024,
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
  /** `sessions`: how long an agent's database that the agent just writes to is waited for. */
  databaseWaitMs: 1000,
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
  /** `usage`: how much of a string in a long line is kept, in bytes: enough for any id, model or path. */
  skimmedStringBytes: 1024,
  /** `usage`: most that is kept of one long line or document, in bytes. */
  maxSkimmedBytes: 16 * 1024 * 1024,
  /** `usage`: how many lines are looked at to tell whose file it is. */
  maxUsageDetectionLines: 64,
} as const);
