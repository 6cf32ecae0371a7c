/** What a model does by a tool. Each agent has its own tools for it, and some have none. */
export type Call =
  | { do: 'shell'; command: string }
  | { do: 'write'; path: string; text: string }
  | { do: 'edit'; path: string; before: string; after: string }
  | { do: 'read'; path: string }
  | { do: 'move'; from: string; to: string }
  | { do: 'delete'; path: string }
  | { do: 'plan'; steps: readonly { step: string; status: 'pending' | 'in_progress' | 'completed' }[] }
  | { do: 'delegate'; prompt: string };

/** What a scripted model answers to one request: words and calls in this order, or a refusal by HTTP. */
export interface Answer {
  think?: string;
  say?: string;
  calls?: readonly Call[];
  refuse?: { status: number; message: string };
}

/** A call in the words of one agent. */
export interface NativeCall {
  name: string;
  input: unknown;
}

/** One request and what the model answered: the truth that recordings are compared with. */
export interface Exchange {
  /** The run of the scenario, counted from 0. */
  run: number;
  /** Who asked: the thread that has the prompt, or one that it started. */
  thread: 'main' | 'sub';
  think?: string;
  say?: string;
  calls?: readonly NativeCall[];
  refuse?: { status: number; message: string };
}
