import { GB, KB, MB } from './units.ts';

/** Bounds of this machine: runs, sessions, usage. docs/limits.md describes the effect of each. */
export const machineLimits = /* @__PURE__ */ Object.freeze({
  /** `blame`, `changes`: maximum bytes of one answer of git. */
  maxGitBytes: 256 * MB,
  /** `blame`: maximum bytes of a file that git holds. A larger one is left out. */
  maxGitBlobBytes: 16 * MB,
  /** `blame`: maximum sessions that are replayed for a file by the index of an archive: those with the most of its lines. */
  maxReplayedSessions: 64,
  /** `blame`: maximum time of one call of git. */
  gitMs: 120_000,
  /** Maximum number of different names of a sort that `threadline check` counts in a file; others count together. */
  maxCountedNames: 1000,
  /** `handOff`: maximum copies of one thread for an agent that has resumed each copy. */
  maxHandOverCopies: 100,
  /** `runImport`: maximum bytes that an agent's import command may print. */
  maxImportOutput: MB,
  /** `runImport`: how long the command may take. */
  importTimeoutMs: 120_000,
  /** `run`: outcomes that wait for a slow reader before the child's pipe is paused. */
  maxUnreadOutcomes: 256,
  /** `run`: the same in bytes of lines. */
  maxUnreadBytes: 4 * MB,
  /** `run`: bytes of an unfinished line that the event log holds before it writes the line in pieces. */
  maxHeldLogBytes: MB,
  /** `run`: maximum characters of the message of a failed run. */
  maxFailureMessageLength: 1000,
  /** `run`, first rung of the ladder: time for the agent to end after its stdin was closed. */
  stdinEndGraceMs: 250,
  /** `run`, second rung: from SIGINT, at which agents save their state, to SIGTERM. */
  interruptGraceMs: 2000,
  /** `run`, third rung: from SIGTERM to SIGKILL. */
  terminateGraceMs: 3000,
  /** `run`, last rung: time for the system to remove what SIGKILL ended. */
  killGraceMs: 1000,
  /** `run`: time that the pipes may stay open after the agent has ended, before this side closes them. */
  stdioGraceMs: 2000,
  /** `run`: number of attempts to start a program that is being written (ETXTBSY). */
  maxSpawnAttempts: 5,
  /** `live`: time that a policy has to decide before it counts as a refusal. */
  livePolicyMs: 10_000,
  /** `live`: time that an approval waits for somebody who reads. */
  liveReaderGraceMs: 10_000,
  /** `live`: silence of a turn, with nothing to answer, after which `turn.stalled` is told. */
  liveSilenceMs: 120_000,
  /** `live`: time that an agent has to answer a greeting and to open a session: some start slowly. */
  liveStartMs: 120_000,
  /** `live`: time that an agent has to answer a request of ours: a mode, a model. */
  liveRequestMs: 30_000,
  /** `live`: time that an agent has to answer a question that it may not understand. */
  liveProbeMs: 5000,
  /** `live`: time after which who said something in a turn is told that the agent holds it until a tool is done. */
  liveSaidMs: 2000,
  /** `live`: time that a turn has to end after it was interrupted. Then the agent is closed. */
  liveInterruptMs: 15_000,
  /** `live`: time that an agent has to end what a turn started, before we do. */
  liveSettleMs: 1000,
  /** `live`: time that an agent has to end after its input was closed. */
  liveCloseGraceMs: 2000,
  /** `live`: time that a person's own command, or address, has to take the notice that something waits. */
  liveNoticeMs: 10_000,
  /** `live`: the characters of such a notice. */
  maxLiveNotice: 300,
  /** `live`: events that are kept in memory for those who subscribe late. Older ones are kept in a file. */
  maxLiveEvents: 4096,
  /** `live`: a file that grew so lately without us may have another writer. */
  liveGrownMs: 60_000,
  /** `live`: an agent's last lines may be written when it has ended. */
  liveSlackMs: 2000,
  /** Bytes of a live session's journal that are read at once. */
  maxJournalBytes: 16 * MB,
  /** `live`: bytes of what an agent says on stderr that are kept for the message of its end. */
  maxLiveStderr: 4096,
  /** `sessions`: number of records of a fork's history that are read at a time. */
  maxInheritedRecords: 256,
  /** `sessions`: bytes of each file that are read to list it. The first prompt is mostly within 100 KB. */
  maxSessionHeadBytes: MB,
  /** `sessions`: maximum characters of `firstPrompt` in a list. */
  maxFirstPromptLength: 2000,
  /** `sessions`: bytes read from the end of the index of titles. An entry has about 150. */
  maxTitleIndexBytes: 32 * MB,
  /** `sessions`: maximum bytes of an entry of that index. */
  maxTitleLineBytes: 64 * KB,
  /** `sessions`: maximum bytes of a chat that is read to see whether another file of its thread has all of its turns. */
  maxTwinBytes: 16 * MB,
  /** `sessions`: maximum bytes of a tool's output that is read from a file of its own. */
  maxSpilledOutputBytes: 16 * MB,
  /** `sessions`: bytes read from the end of a sub-agent's file to know which of its lines the session's file repeats. */
  maxOwnLinesBytes: 64 * MB,
  /** `sessions`: bytes read from the end of a session file for its title, if the agent writes it there. */
  maxTitleTailBytes: 64 * KB,
  /** `sessions`: age of a file from which on what is known of it is kept. A younger one may change unnoticed. */
  leastKnownAgeMs: 2000,
  /** `sessions`: maximum characters of what is kept of one file. */
  maxKnownLength: MB,
  /** `sessions`: wait for another process that writes to what is kept of sessions. */
  knownBusyMs: 50,
  /** `usage`: bytes of session files from which on a second thread reads too. Below, its start takes longer than it saves. */
  leastUsageBytesForThreads: 500e6,
  /** `usage`: bytes of files that one of two threads takes at a time. */
  usageBatchBytes: 8 * MB,
  /** `sessions`: maximum bytes of a file whose turns are counted for a list. */
  maxTurnCountBytes: GB,
  /** `sessions`: the same for a file whose turns have no marks, which is parsed to count them. */
  maxTurnReadBytes: 64 * MB,
  /** `sessions`: maximum depth of folders below `sessions/`. Agents use three levels. */
  maxSessionFolderDepth: 8,
  /** `sessions`: maximum number of sub-agents' sessions that are read with their parent. */
  maxSubAgents: 256,
  /** `sessions`: maximum depth to which sub-agents of sub-agents are followed from file to file. */
  maxSubAgentDepth: 8,
  /** `sessions`: maximum headers read to find the sub-agents of a session whose paths do not name it. */
  maxSubAgentCandidates: 2000,
  /** `sessions`: number of retries for a missing file, as it is while the agent compresses or unpacks it. */
  vanishedFileRetries: 3,
  /** `sessions`: wait before each retry. */
  vanishedFileRetryMs: 50,
  /** `sessions`: wait for a database to which its agent is writing. */
  databaseWaitMs: 1000,
  /** `sessions`: time for which a database that does not change stays open for further reads. */
  databaseHoldMs: 100,
  /** `sessions`: number of databases that are open at the same time. Some agents have one for each session. */
  maxHeldDatabases: 8,
  /** `sessions`: wait at a named pipe without a writer. */
  pipeWriterWaitMs: 2000,
  /** `sessions`: interval of looking for a writer meanwhile. */
  pipeWriterRetryMs: 20,
  /** `sessions`: maximum bytes that a compressed file may unpack to. */
  maxUnpackedBytes: 2 * GB,
  /** `sessions`: maximum growth of a compressed file, as a multiple of the bytes read of it. */
  maxUnpackRatio: 200,
  /** `sessions`: unpacked bytes before the growth of a compressed file is checked. */
  unpackRatioFreeBytes: 16 * MB,
  /** `sessions`: base-2 logarithm of the largest window of a compressed file, which is held in memory. */
  maxUnpackWindowLog: 27,
  /** Annotations: maximum characters of a note, of a title and of a tag, and tags of one session. */
  maxNoteLength: 10_000,
  maxGivenTitleLength: 200,
  maxTagLength: 60,
  maxSessionTags: 50,
  /** Annotations: maximum bytes of the file that holds them. A larger one is not read. */
  maxAnnotationsBytes: 64 * MB,
  /** Annotations: wait for another process that writes the file. */
  annotationsWaitMs: 10_000,
  /** Status: silence after which a turn counts as broken off. */
  statusSilenceMs: 10 * 60_000,
  /** Status: the same while a command or another call runs. */
  statusCallMs: 2 * 3_600_000,
  /** Status: the same while the person is asked something. */
  statusWaitingMs: 24 * 3_600_000,
  /** Status: time after the agent's last word until the turn counts as over, if the agent does not mark its end. */
  statusLastWordMs: 10_000,
  /** Status: maximum bytes read from the end of a file. */
  maxStatusTailBytes: 4 * MB,
  /** Status of a watched session: average bytes a second that are read again from the end of its file. */
  statusBytesASecond: 128 * KB,
  /** `doctor`: number of the newest sessions of an agent whose version is checked. */
  maxDoctorHeads: 300,
  /** `doctor`: maximum bytes of a file that is read. `check` reads larger ones. */
  maxDoctorFileBytes: 32 * MB,
  /** Following: bytes of a file that are read before the others have their turn. */
  maxFollowedBytesAtOnce: 4 * MB,
  /** A file whose size exceeds its stored bytes by this much is not read. */
  maxFileHoleBytes: GB,
  /** Following: interval of looking at a file that is being written to. */
  followActiveMs: 250,
  /** Following: longest interval for an idle file, and the interval of searching for new files. */
  followIdleMs: 5000,
  /** Following: time after the last change for which a file counts as active. Looks then become ever rarer. */
  followActiveForMs: 30_000,
  /** Following all sessions: interval of walking through all folders. */
  followWalkMs: 60_000,
  /** Following all sessions: maximum number of open files. The one silent for longest is closed. */
  maxFollowedFiles: 256,
  /** Following all sessions: silence after which a file is closed. A change is found by its folder. */
  followCloseAfterMs: 600_000,
  /** `usage`: bytes kept of a string in a long line: enough for any id, model or path. */
  skimmedStringBytes: 1024,
  /** `usage`: maximum bytes kept of one long line or document. */
  maxSkimmedBytes: 16 * MB,
  /** `usage`: number of lines examined to recognise the agent of a file. */
  maxUsageDetectionLines: 64,
  /** `insights`: messages of a session that are held; a call that runs through more loses its result. */
  maxStoryMessages: 2000,
  /** `insights`: names of offered tools that are read from one session. */
  maxOfferedTools: 2000,
  /** Files of a session that are marked as viewed. The oldest marks go first. */
  maxViewedFiles: 1000,
  /** `compare`: steps of a session that are aligned. */
  maxComparedSteps: 5000,
  /** `insights`: places that a finding names. More are counted. */
  maxEvidenceRows: 20,
  /** `insights`: places that are named for each figure of a tool. More are counted. */
  maxToolPlaces: 5,
  /** `insights`: tools whose figures name their places. The others cost less. */
  maxToolsWithPlaces: 50,
  /** `insights`: commits that are listed. More are counted. */
  maxInsightCommits: 200,
  /** `insights`: different tools, programs or files that a rule counts. */
  maxInsightKeys: 10_000,
} as const);
