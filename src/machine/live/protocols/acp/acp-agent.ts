import type { ModeTable } from '../../live-mode.ts';
import type { Fields } from '../fields.ts';

/** What differs between the agents that speak the Agent Client Protocol. */
export interface AcpAgent {
  modes: ModeTable;
  /** A refusal ends the turn. */
  denyEndsTurn?: boolean;
  /** Its way back into a session. `load` sends all of its history first. Absent where going on destroys it. */
  resume?: 'resume' | 'load';
  /** How it takes a model. */
  models?: 'set_model' | 'option';
  /** Options besides the mode that let things pass, with the value that asks. */
  options?: Readonly<Record<string, string>>;
  /** The method by which it asks for text in the middle of a turn, and the answer with it. */
  steering?: { method: string; answer(texts: string[]): Fields };
  /** Answers to its own requests. Others are refused. */
  extensions?: Readonly<Record<string, Fields>>;
  /** Its requests have a command in their title alone, to the byte. Others' titles are words for people: no rule reads them. */
  titleIsCommand?: boolean;
  /** How wide its own grant is, where its words do not say so. */
  grantWidth?: string;
}
