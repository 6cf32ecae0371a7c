import type { SourceHead } from '../../archive/model/raw-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { systemFiles } from '../../machine/sessions/following/followed-file.ts';
import { beginAnew, type CollectedFile, sourceOf } from './collected-file.ts';
import { changeSince, generationOf } from './file-life.ts';
import type { Gateway } from './gateway.ts';
import type { HeldFiles } from './held-files.ts';
import type { LineShaper } from './line-shaper.ts';
import { isAllBefore, unpackTo } from './packed-file.ts';

/** `open`: it may have something to send; `sent`: all of it is there; `again`: the server is to be asked once more. */
export type Opened = 'open' | 'sent' | 'again' | 'gone' | 'forgotten' | 'refused';

export interface OpenOptions {
  gateway: Gateway;
  held: HeldFiles;
  shaperOf(file: CollectedFile): LineShaper;
  onOpened(file: CollectedFile, opened: Opened, reason?: string): void;
  signal?: AbortSignal | undefined;
}

/** Asks the server how far it has files that were inspected, all at once. Throws a GatewayFault. */
export async function openFiles(files: readonly CollectedFile[], options: OpenOptions): Promise<void> {
  const { gateway, shaperOf, onOpened, signal } = options;
  const sources = files.map((file) => sourceOf(file, generationOf(file.firstLine, file.life), shaperOf(file).name));
  const answer = await gateway.open(sources, signal);
  if (answer.kind === 'refused') {
    for (const [index, file] of files.entries()) {
      onOpened(file, index === answer.index ? 'refused' : 'again', answer.reason);
    }
    return;
  }
  for (const [index, file] of files.entries()) {
    const head = answer.heads[index];
    if (!head) continue;
    try {
      onOpened(file, await settle(file, head, options.held));
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      onOpened(file, 'refused', error.message);
    }
  }
}

/** Goes on from the server's head, where the file is the one that it stands in. */
async function settle(file: CollectedFile, { id, head, marker, state }: SourceHead, held: HeldFiles): Promise<Opened> {
  if (state === 'forgotten') return 'forgotten';
  Object.assign(file, { id, head, marker, scanned: 0 });
  if (file.form === 'document') return head === 0 ? 'open' : 'sent';
  const open = systemFiles.open(file.at);
  if (!open) return 'gone';
  try {
    if (file.form === 'packed') {
      if (head > 0 && (await isAllBefore(open, head, marker))) return 'sent';
      const copy = held.copyPlace(file);
      await unpackTo(open, copy);
      held.release(file);
      Object.assign(file, { packedAt: file.at, at: copy, held: copy, form: 'lines' });
      return 'again';
    }
    const change = changeSince(open, file);
    if (change === undefined) return 'open';
    nextLife(file, change);
    return 'again';
  } finally {
    open.close();
  }
}

/** The file was cut, written anew or replaced: it is another one to the server. */
export function nextLife(file: CollectedFile, change: 'other' | 'rewritten'): void {
  const { life } = file;
  beginAnew(file);
  if (change === 'rewritten') file.life = life + 1;
  if (file.life > fleetLimits.maxFileLives)
    throw new ThreadlineError('too-large', 'the file was written anew too often');
}
