import type { RedactorOptions } from '../../../core/redact/redactor-options.ts';
import type { ToolInputRedaction } from '../../../core/redact/tool-input.ts';
import type { AgentName, ThreadOrigin } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Omitted } from '../../../core/writers/writer.ts';
import type { HomeOptions } from '../homes.ts';
import type { SessionKey } from '../locate-file.ts';
import type { Session } from '../open-session.ts';
import type { TurnChoice } from './choose-turns.ts';

/** A thread that need not be in a file, such as one that only an archive holds. It is read twice. */
export type HandedThread = Pick<Session, 'info'> & { eventBatches(): AsyncIterable<Outcome[]> };

/** Options of `handOff`. */
export interface HandOffOptions extends Omit<HomeOptions, 'agent'>, TurnChoice {
  /** The session: its id, or `{path}`. `homes` and `env` determine where it is searched. */
  session: SessionKey;
  /** Its thread, if it need not be in a file. `session` is not looked for then. */
  thread?: HandedThread | undefined;
  /** The agent that continues it. `env` determines its home, whatever `homes` holds. */
  to: AgentName;
  /** The folder to work in. Default: the thread's, which must then be on this machine. */
  cwd?: string | undefined;
  /** Redaction beyond texts that look like secrets. False hands everything over unchanged. */
  redact?: RedactorOptions | false | undefined;
  /** Makes a further copy if one was resumed. */
  again?: boolean | undefined;
  /** Runs the program of an agent that imports threads by a command of its own: `runImport` of `threadline/run`. */
  runImport?: RunImport | undefined;
  /** Changes nothing, and reports what would be done. */
  dryRun?: boolean | undefined;
}

/** Runs a command of an agent's program to its end. */
export type RunImport = (command: ImportCommand) => Promise<ImportResult>;

/** A command that imports a thread. */
export interface ImportCommand {
  agent: AgentName;
  args: string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How the command ended, and what it printed. */
export interface ImportResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** The change to the file. `unchanged`: it was there already, with the same content. */
export type HandOffAction = 'created' | 'rewritten' | 'unchanged';

/** What a handing over did: where the new session is, and what it does not hold. */
export interface HandedOff {
  action: HandOffAction;
  /** True if nothing was written: `action` is what would be done. */
  dryRun: boolean;
  /** The agent that received it. */
  agent: AgentName;
  /** The id to resume it by. */
  id: string;
  path: string;
  /** The folder to resume it in. */
  cwd: string;
  /** In bytes. */
  size: number;
  origin: ThreadOrigin;
  /** `listed` turns appear only in a list, `leftOut` turns not at all. */
  turns: { taken: number; listed: number; leftOut: number };
  /** Counts of what the other agent does not accept. */
  omitted: Partial<Record<Omitted, number>>;
  /** Counts of different secrets that were replaced, by rule. */
  redactions: Record<string, number>;
  /** Replacements in inputs of tools. These records no longer show exactly what the agent did. */
  toolInputs: readonly ToolInputRedaction[];
  /** Lines of the session that could not be read, and fields with a value of another type. */
  problems: number;
}

/** What `removeHandOff` removed. */
export interface HandOffRemoval {
  agent: AgentName;
  removed: { id: string; path: string }[];
}
