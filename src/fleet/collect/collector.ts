import { join } from 'node:path';
import type { SendMode } from '../../archive/model/raw-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import { systemFiles } from '../../machine/sessions/following/followed-file.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { createBackOff } from './back-off.ts';
import { type CollectClock, collectClock } from './collect-clock.ts';
import type { ProjectMode } from './collect-settings.ts';
import { beginAnew, type CollectedFile, isReplaced } from './collected-file.ts';
import { createFileTable } from './file-table.ts';
import { type Gateway, GatewayFault } from './gateway.ts';
import { createHeldFiles, type HeldFilesOptions } from './held-files.ts';
import { inspectFile } from './inspect-file.ts';
import { createLineShaper, type LineShaper } from './line-shaper.ts';
import { type Opened, openFiles } from './open-files.ts';
import { sendNext } from './send-next.ts';
import { createSendQueue } from './send-queue.ts';

export interface CollectorOptions extends HomeOptions {
  gateway: Gateway;
  /** Our own folder: files that are not sent yet are held in it. */
  folder: string;
  modes?: readonly ProjectMode[] | undefined;
  clock?: CollectClock | undefined;
  random?: (() => number) | undefined;
  /** Told once of each thing that keeps files from being sent. No text of a session is ever in it. */
  onNotice?: ((message: string) => void) | undefined;
  /** Told of lines that the gateway took, as they left. */
  onLines?: ((file: CollectedFile, bytes: Uint8Array) => void) | undefined;
  link?: HeldFilesOptions['link'];
  maxHeldBytes?: number | undefined;
}

/** What is not sent yet. */
export interface Unsent {
  files: number;
  bytes: number;
}

/** Sends the sessions of this machine. It has no queue and no checkpoint: the files are the one, the server is the other. */
export interface Collector {
  /** Does what there is to do until something has to be waited for. Gives the moment to go on at, by the clock. */
  work(signal?: AbortSignal): Promise<number>;
  /** Works and waits until it is told to end. */
  run(signal: AbortSignal): Promise<void>;
  /** All that is there at present: undefined while that is not known. */
  readonly unsent: Unsent;
  /** Why nothing can be sent at present. */
  readonly fault: GatewayFault | undefined;
}

/** What was held of a file has to be told from what took its place, before that is gone too. */
function isReplacedNow(file: CollectedFile): boolean {
  try {
    const look = file.held === undefined ? undefined : systemFiles.look(file.at);
    return look !== undefined && isReplaced(file, look);
  } catch {
    return false;
  }
}

/** How long a file rests that the gateway refuses, and a document between two versions. */
const REFUSED_REST_MS = 300_000;
const DOCUMENT_REST_MS = 30_000;

export function createCollector(options: CollectorOptions): Collector {
  const { gateway, modes = [], clock = collectClock, random = Math.random, onNotice = () => {}, onLines } = options;
  const held = createHeldFiles({
    folder: join(options.folder, 'held'),
    onProblem: tell,
    link: options.link,
    mostBytes: options.maxHeldBytes,
  });
  const table = createFileTable(options, clock, held.found());
  const backOff = createBackOff(random);
  const shapers = new Map<SendMode, LineShaper>();
  const told = new Set<string>();
  const queue = createSendQueue(clock);
  const { fresh, due } = queue;
  let retryAt = 0;
  let nextHold = clock.now() + machineLimits.followIdleMs;
  let fault: GatewayFault | undefined;

  function tell(message: string): void {
    if (told.has(message) || told.size > 10_000) return;
    told.add(message);
    // Names of folders may hold anything.
    onNotice(shaperFor('redacted').name(message));
  }

  function shaperFor(mode: Exclude<SendMode, 'off'>): LineShaper {
    const known = shapers.get(mode) ?? createLineShaper(mode);
    shapers.set(mode, known);
    return known;
  }

  /** A file whose mode is `off` is never asked about. */
  const shaperOf = ({ mode }: CollectedFile) => shaperFor(mode === 'off' ? 'usage' : mode);

  /** All of it is sent, or nothing of it is to be. */
  function finish(file: CollectedFile): void {
    queue.remove(file);
    file.tries = 0;
    held.release(file);
    if (file.packedAt !== undefined) Object.assign(file, { at: file.packedAt, packedAt: undefined, form: 'packed' });
    if (file.isLeft) table.drop(file);
    // Each version of a document is sent whole: not too many of them.
    if (file.form === 'document') file.notBefore = clock.now() + DOCUMENT_REST_MS;
  }

  function lose(file: CollectedFile): void {
    queue.remove(file);
    if (!table.lose(file)) return;
    beginAnew(file);
    queue.add(file);
  }

  /** It cannot be sent at present; others can. */
  function rest(file: CollectedFile, reason: string): void {
    tell(`${file.agent} ${file.path}: ${reason}`);
    queue.pause(file, REFUSED_REST_MS);
  }

  /** One whose place was taken by another. */
  function split(file: CollectedFile): void {
    const other = table.replace(file);
    beginAnew(other);
    queue.add(other);
    queue.remove(file);
    if (file.form === 'document') finish(file);
    else queue.add(file);
  }

  function opened(file: CollectedFile, how: Opened, reason = ''): void {
    if (how === 'open') queue.send(file);
    else if (how === 'sent') {
      file.stage = 'open';
      finish(file);
    } else if (how === 'again') queue.ask(file);
    else if (how === 'gone') lose(file);
    else if (how === 'forgotten') forget(file);
    else rest(file, reason);
  }

  function forget(file: CollectedFile): void {
    file.stage = 'forgotten';
    finish(file);
  }

  /** Asks about as many new files as go into one request. */
  async function openSome(signal: AbortSignal | undefined): Promise<void> {
    const ready: CollectedFile[] = [];
    for (const file of fresh) {
      if (ready.length === fleetLimits.maxSourcesAtOnce) break;
      const inspected = await guarded(file, () => inspectFile(file, modes));
      if (inspected === 'ready') ready.push(file);
      else if (inspected === 'gone') lose(file);
      else if (inspected === 'other') split(file);
      else if (inspected === 'nothing') finish(file);
    }
    if (ready.length > 0) await openFiles(ready, { gateway, held, shaperOf, onOpened: opened, signal });
  }

  async function sendOne(file: CollectedFile, signal: AbortSignal | undefined): Promise<void> {
    const sent = await guarded(file, () => sendNext(file, { gateway, shaper: shaperOf(file), onLines, signal }));
    if (!sent) return;
    if (sent.kind === 'more') {
      file.tries = 0;
      queue.send(file);
    } else if (sent.kind === 'sent') finish(file);
    else if (sent.kind === 'again') queue.ask(file);
    else if (sent.kind === 'other') split(file);
    else if (sent.kind === 'gone') lose(file);
    else if (sent.kind === 'forgotten') forget(file);
    else rest(file, sent.reason ?? '');
  }

  /** A file that cannot be read keeps no other from being sent. */
  async function guarded<T>(file: CollectedFile, action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      rest(file, error.message);
      return undefined;
    }
  }

  /** Agents delete files of last month when they start: what has to wait is held. */
  function holdUnsent(): void {
    nextHold = clock.now() + machineLimits.followIdleMs;
    for (const file of fresh) held.keep(file);
    for (const file of due) held.keep(file);
    for (const file of held.trim(table.left)) {
      tell(`${file.agent} ${file.path}: deleted by the agent, not sent, and no longer kept: too much waits to be sent`);
      finish(file);
    }
  }

  function failed(error: unknown): void {
    if (!(error instanceof GatewayFault)) throw error;
    fault = error;
    retryAt = clock.now() + backOff.next(error.retryAfterMs);
    tell(error.message);
    holdUnsent();
  }

  function reached(): void {
    if (fault) {
      told.delete(fault.message);
      onNotice('the gateway takes what is sent again');
    }
    fault = undefined;
    backOff.reset();
  }

  /** One request, or none where there is nothing to do. */
  async function step(signal: AbortSignal | undefined): Promise<boolean> {
    for (const file of table.poll()) {
      if (isReplacedNow(file)) split(file);
      else queue.add(file);
    }
    queue.wake();
    if (clock.now() >= nextHold && fresh.size + due.size > 0 && table.walks > 0) holdUnsent();
    if (retryAt > clock.now()) return false;
    const [next] = due;
    try {
      if (fresh.size > 0) await openSome(signal);
      else if (next) await sendOne(next, signal);
      else return false;
      reached();
      return true;
    } catch (error) {
      if (!signal?.aborted) failed(error);
      return false;
    }
  }

  async function work(signal?: AbortSignal): Promise<number> {
    while (!signal?.aborted && (await step(signal)));
    const isWaiting = fresh.size + due.size > 0;
    return Math.min(table.nextLook, isWaiting ? retryAt : table.nextLook);
  }

  return {
    work,
    async run(signal) {
      while (!signal.aborted) {
        const next = await work(signal);
        if (!signal.aborted) await clock.wait(Math.max(0, next - clock.now()), signal);
      }
    },
    get unsent() {
      const files = queue.all();
      return { files: files.length, bytes: files.reduce((sum, file) => sum + Math.max(0, file.size - file.head), 0) };
    },
    get fault() {
      return fault;
    },
  };
}
