/** Where output goes: Node's `Writable` is one. */
export interface OutputSink {
  /** False when it is full: the next piece should wait for `drain`. */
  write(chunk: string | Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

export interface SandboxCommandOptions {
  cmd: string;
  args?: string[] | undefined;
  /** Relative to the sandbox's working folder. */
  cwd?: string | undefined;
  /** Added to the sandbox's own environment. */
  env?: Record<string, string> | undefined;
  /** Get the output as it comes. */
  stdout?: OutputSink | undefined;
  stderr?: OutputSink | undefined;
  /** Ends the command when it is aborted. */
  signal?: AbortSignal | undefined;
}

/** A command that has ended. */
export interface SandboxCommand {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** The signal that ended it, where the sandbox tells. */
  signal?: string | null | undefined;
  /** What it printed, if no `stdout` was given to take it. */
  stdout(): Promise<string>;
}

/**
 * A place where an agent runs. The class of `@vercel/sandbox` is one as it stands, in its old versions (which say
 * `sandboxId`) and its new ones (which say `name`); one of the two has to be there.
 */
export interface Sandbox {
  readonly sandboxId?: string | undefined;
  readonly name?: string | undefined;
  /** Anything but `running` means that it cannot be used any more. */
  readonly status: string;
  runCommand(options: SandboxCommandOptions): Promise<SandboxCommand>;
  /** Asks for so much more time, in milliseconds. */
  extendTimeout(duration: number): Promise<void>;
  writeFiles(files: { path: string; content: string | Uint8Array }[]): Promise<void>;
  /** Keeps the state for a later sandbox. */
  snapshot(): Promise<{ snapshotId: string }>;
}

/** A type, not an interface: Vercel's parameters have an index signature, which interfaces do not fit. */
export type CreateSandboxOptions = {
  source: { type: 'snapshot'; snapshotId: string };
  signal?: AbortSignal | undefined;
};

export type GetSandboxOptions = {
  /** The same id by both of its names. */
  sandboxId: string;
  name: string;
  signal?: AbortSignal | undefined;
};

/** Where sandboxes come from: `Sandbox` of `@vercel/sandbox`, or `createLocalSandbox()`. */
export interface Sandboxes {
  /** What a new sandbox is made from when neither request nor agent names a snapshot. */
  readonly baseSnapshotId?: string | undefined;
  create(options: CreateSandboxOptions): Promise<Sandbox>;
  /** Rejects when there is no such sandbox. */
  get(options: GetSandboxOptions): Promise<Sandbox>;
}

export function sandboxId(sandbox: Sandbox): string {
  const id = sandbox.sandboxId ?? sandbox.name;
  if (id === undefined) throw new TypeError('the sandbox has neither a sandboxId nor a name');
  return id;
}
