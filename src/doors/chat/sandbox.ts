/** A receiver of output. Node's `Writable` is one. */
export interface OutputSink {
  /** Returns false when full: the next piece should wait for `drain`. */
  write(chunk: string | Uint8Array): boolean;
  /** Calls the listener when more can be written. */
  once(event: 'drain', listener: () => void): unknown;
}

/** A command to run in a sandbox, and where its output goes. */
export interface SandboxCommandOptions {
  /** The program. */
  cmd: string;
  /** Its arguments. */
  args?: string[] | undefined;
  /** Relative to the sandbox's working folder. */
  cwd?: string | undefined;
  /** Variables added to the sandbox's own environment. */
  env?: Record<string, string> | undefined;
  /** Receives the output as it comes. */
  stdout?: OutputSink | undefined;
  /** Receives the errors as they come. */
  stderr?: OutputSink | undefined;
  /** Ends the command on abort. */
  signal?: AbortSignal | undefined;
}

/** A command that has ended. */
export interface SandboxCommand {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** The signal that ended it, if the sandbox tells. */
  signal?: string | null | undefined;
  /** The command's output, if no `stdout` sink took it. */
  stdout(): Promise<string>;
}

/** A file in a sandbox. */
export interface SandboxFile {
  path: string;
  /** The folder that `path` is relative to; by default the sandbox's working folder. */
  cwd?: string | undefined;
}

/**
 * A place where an agent runs. The class of `@vercel/sandbox` fits as it is: old versions have `sandboxId`, new ones
 * have `name`. One of the two must be present.
 */
export interface Sandbox {
  readonly sandboxId?: string | undefined;
  readonly name?: string | undefined;
  /** False if it is no fence: an agent in it reaches what this machine's user can. A remote one need not say. */
  readonly isolated?: boolean | undefined;
  /** Anything but `running` means that the sandbox can no longer be used. */
  readonly status: string;
  /** Runs a command and waits for its end. */
  runCommand(options: SandboxCommandOptions): Promise<SandboxCommand>;
  /** Extends the sandbox's time by `duration` milliseconds. */
  extendTimeout(duration: number): Promise<void>;
  /** Writes files, relative to the sandbox's working folder. */
  writeFiles(files: { path: string; content: string | Uint8Array }[]): Promise<void>;
  /** The bytes of a file, or null if there is none. Without it, `runChat` reads files by a command. */
  readFileToBuffer?(file: SandboxFile, options?: { signal?: AbortSignal | undefined }): Promise<Uint8Array | null>;
  /** Saves the state for a later sandbox. */
  snapshot(): Promise<{ snapshotId: string }>;
}

/** A type, not an interface: Vercel's parameters have an index signature, which interfaces do not satisfy. */
export type CreateSandboxOptions = {
  source: { type: 'snapshot'; snapshotId: string };
  signal?: AbortSignal | undefined;
};

/** Which sandbox to open again. */
export type GetSandboxOptions = {
  /** The same id under both of its names. */
  sandboxId: string;
  name: string;
  signal?: AbortSignal | undefined;
};

/** A provider of sandboxes: `Sandbox` of `@vercel/sandbox`, or `createLocalSandbox()`. */
export interface Sandboxes {
  /** The snapshot for a new sandbox when neither request nor agent names one. */
  readonly baseSnapshotId?: string | undefined;
  /** Makes a sandbox from a snapshot. */
  create(options: CreateSandboxOptions): Promise<Sandbox>;
  /** Rejects if the sandbox does not exist. */
  get(options: GetSandboxOptions): Promise<Sandbox>;
}

export function sandboxId(sandbox: Sandbox): string {
  const id = sandbox.sandboxId ?? sandbox.name;
  if (id === undefined) throw new TypeError('the sandbox has neither a sandboxId nor a name');
  return id;
}
