import type { RedactorOptions } from '../../../core/redact/redactor.ts';
import type { ToolInputRedaction } from '../../../core/redact/tool-input.ts';
import type { AgentName, ThreadOrigin } from '../../../core/thread/event.ts';
import type { Omitted } from '../../../core/writers/writer.ts';
import type { HomeOptions } from '../homes.ts';
import type { SessionKey } from '../locate-file.ts';
import type { TurnChoice } from './choose-turns.ts';

export interface HandOffOptions extends Omit<HomeOptions, 'agent'>, TurnChoice {
  /** The session: its id, or `{path}`. `homes` and `env` say where to look for it. */
  session: SessionKey;
  /** The agent that is to go on with it. Its home is where `env` says, whatever `homes` holds. */
  to: AgentName;
  /** The folder that it is to work in; by default the thread's, which then has to be on this machine. */
  cwd?: string | undefined;
  /** What to redact besides what has the form of a secret; false hands everything over as it is. */
  redact?: RedactorOptions | false | undefined;
  /** Where a copy was resumed, make a further one. */
  again?: boolean | undefined;
  /** Change nothing; tell what would be done. */
  dryRun?: boolean | undefined;
}

/** What was done with the file: nothing where it was there already, as it would be. */
export type HandOffAction = 'created' | 'rewritten' | 'unchanged';

export interface HandedOff {
  action: HandOffAction;
  /** Nothing was written: `action` is what would be done. */
  dryRun: boolean;
  /** The agent that has it now. */
  agent: AgentName;
  /** The id to resume it by. */
  id: string;
  path: string;
  /** The folder to resume it in. */
  cwd: string;
  /** In bytes. */
  size: number;
  origin: ThreadOrigin;
  /** `listed` are those that are only told of in a list, `leftOut` those that are not there at all. */
  turns: { taken: number; listed: number; leftOut: number };
  /** What the other agent does not take, and how often. */
  omitted: Partial<Record<Omitted, number>>;
  /** Different secrets that were replaced, by rule. */
  redactions: Record<string, number>;
  /** Those that stood in what tools were given: what the agent did is no longer told as it was. */
  toolInputs: readonly ToolInputRedaction[];
  /** Lines of the session that could not be read, and fields that had a value of another type. */
  problems: number;
}

export interface HandOffRemoval {
  agent: AgentName;
  removed: { id: string; path: string }[];
}
