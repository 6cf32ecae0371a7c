import { blameFile, type LineAnswer } from '../../src/core/replay/blame-file.ts';
import type { FileAction, FileOp } from '../../src/core/replay/file-op.ts';
import { createReplay, type Replay, type ReplayOptions } from '../../src/core/replay/replay.ts';

/** A replay that is told actions of sessions by their names; each has the next second as its time. */
export function madeReplay(options: ReplayOptions = {}) {
  const replay = createReplay(options);
  let clock = 0;
  return {
    replay,
    now: () => clock * 1000,
    async act(session: string, action: FileAction): Promise<string> {
      clock += 1;
      const call = `call-${clock}`;
      const op: FileOp = { ...action, at: clock * 1000, turn: 1, call, line: clock };
      await replay.apply({ agent: 'made', id: session }, op);
      return call;
    },
  };
}

export const write = (path: string, content: string, before?: string): FileAction => ({
  kind: 'write',
  path,
  content,
  before,
});

export const edit = (path: string, old: string, next: string, before?: string): FileAction => ({
  kind: 'edit',
  path,
  before,
  edits: [{ old, new: next, all: false }],
});

export const shell = (command: string): FileAction => ({ kind: 'shell', command, commits: [] });

/** The answers for a text, of which all lines are added unless they are named. */
export function blamed(replay: Replay, path: string, text: string, options: { at?: number; added?: number[] } = {}) {
  const count = text.endsWith('\n') ? text.split('\n').length - 1 : text.split('\n').length;
  const added = options.added ?? Array.from({ length: count }, (_, at) => at + 1);
  const chain = replay.chains.get(path);
  return blameFile(replay, chain ? [chain] : [], { text, added, at: options.at ?? Number.POSITIVE_INFINITY });
}

/** `one equal`, or `- weak`, for each answer. */
export function told(replay: Replay, answers: readonly LineAnswer[]): string[] {
  return answers.map(({ writer, rule, why }) =>
    writer > 0 ? `${replay.writers[writer]?.session.id} ${rule}` : `- ${why}`,
  );
}
