import { join } from 'node:path';
import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import { type SystemClock, systemClock } from '../../machine/sessions/following/clock.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { ProjectMode } from './collect-settings.ts';
import { type CollectedFile, unsentBytes } from './collected-file.ts';
import { isReplacedNow } from './file-bytes.ts';
import { createFileCourse } from './file-course.ts';
import { createFileTable } from './file-table.ts';
import type { GatewayClient, GatewayFault } from './gateway-client.ts';
import { createGatewayHealth } from './gateway-health.ts';
import { createHeldFiles, type HeldFilesOptions } from './held-files.ts';
import { inspectFile } from './inspect-file.ts';
import type { OwnRedaction } from './line-shaper.ts';
import { createNotices } from './notices.ts';
import { type AskedFile, openFiles } from './open-files.ts';
import type { PolicyFile } from './policy-file.ts';
import { createRepositoryFinder } from './repository-of.ts';
import { sendNext } from './send-next.ts';
import { createSendQueue } from './send-queue.ts';
import { createSendRules } from './send-rules.ts';

export interface CollectorOptions extends HomeOptions {
  gateway: GatewayClient;
  /** Our own folder. It holds files that are not sent yet. */
  folder: string;
  modes?: readonly ProjectMode[] | undefined;
  /** What to redact besides what is redacted anyway. */
  redaction?: OwnRedaction | undefined;
  /** Where the policy of the server is kept. Without it, it is asked for at each start. */
  policyFile?: PolicyFile | undefined;
  clock?: SystemClock | undefined;
  random?: (() => number) | undefined;
  /** Called once for each thing that keeps files from being sent. The message never holds text of a session. */
  onNotice?: ((message: string) => void) | undefined;
  link?: HeldFilesOptions['link'];
  maxHeldBytes?: number | undefined;
}

/** The files and bytes that are not sent yet. */
export interface Unsent {
  files: number;
  bytes: number;
}

/** Sends the sessions of this machine. The session files are its queue on disk, and the server is its checkpoint. */
export interface Collector {
  /** Works until it has to wait for something. Returns the time to continue at, by the clock. */
  work(signal?: AbortSignal): Promise<number>;
  /** Works and waits until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  readonly unsent: Unsent;
  /** The reason why nothing can be sent at present. */
  readonly fault: GatewayFault | undefined;
}

export function createCollector(options: CollectorOptions): Collector {
  const { gateway, policyFile, clock = systemClock, random = Math.random, onNotice = () => {} } = options;
  const rules = createSendRules({ ...options, policy: policyFile?.read() });
  const { shaperFor } = rules;
  const repositoryOf = createRepositoryFinder(clock.now);
  const notices = createNotices(onNotice, (text) => shaperFor('redacted').name(text));
  const { tell } = notices;
  const health = createGatewayHealth(clock, random, notices);
  const { link, maxHeldBytes: mostBytes } = options;
  const held = createHeldFiles({ folder: join(options.folder, 'held'), onProblem: tell, link, mostBytes });
  const table = createFileTable(options, clock, held.found());
  const queue = createSendQueue(clock);
  const course = createFileCourse({ table, queue, held, tell });
  let nextHold = clock.now() + machineLimits.followIdleMs;
  let nextGreeting = clock.now() + fleetLimits.collectGreetingMs;
  let epoch: string | undefined;
  /** The version that the server told with the policy. */
  let obeyed: { version: string | undefined } | undefined;

  const isWaiting = () => queue.unasked.size + queue.due.size > 0;

  /** Asks about as many files as fit into one request. */
  async function askSome(signal: AbortSignal | undefined): Promise<void> {
    const asked: AskedFile[] = [];
    for (const file of queue.unasked) {
      if (asked.length === fleetLimits.maxSourcesAtOnce) break;
      const result = await inspectFile(file, { rules, repositoryOf });
      if (result.kind === 'ready') asked.push({ file, stage: result.stage });
      else course.take(file, result);
    }
    if (asked.length > 0) await openFiles(asked, { gateway, held, shaperFor, onResult: course.take, signal });
  }

  async function sendSome(file: CollectedFile, signal: AbortSignal | undefined): Promise<void> {
    const { stage } = file;
    if (stage.name !== 'agreed') return queue.ask(file);
    course.take(file, await sendNext(file, stage, { gateway, shaper: shaperFor(stage.mode), signal }));
  }

  /** Returns true if there were any. */
  function takeChanges(): boolean {
    const changed = table.poll();
    for (const file of changed) {
      if (isReplacedNow(file)) course.split(file);
      else queue.add(file);
    }
    queue.wake();
    return changed.length > 0;
  }

  /** Holds the files that have to wait: agents delete files of last month when they start. */
  function holdUnsent(): void {
    nextHold = clock.now() + machineLimits.followIdleMs;
    for (const file of [...queue.unasked, ...queue.due]) held.keep(file);
    for (const file of held.excess(table.left)) {
      tell(`${file.agent} ${file.path}: deleted by the agent, not sent, and no longer kept: too much waits to be sent`);
      course.finish(file);
    }
  }

  /** An archive that was restored may hold less than it told before. */
  function noteEpoch(): void {
    const told = gateway.epoch;
    if (told === undefined || told === epoch) return;
    if (epoch !== undefined) {
      tell('the archive was restored: it is asked about all files again');
      for (const file of table.all()) course.doubt(file);
    }
    epoch = told;
  }

  /** Nothing is sent before the policy that holds now is known: what is read by an earlier one may have to stay. */
  async function obeyPolicy(signal: AbortSignal | undefined): Promise<void> {
    if (!gateway.policy || (obeyed && obeyed.version === gateway.policyVersion)) return;
    const policy = await gateway.policy(signal);
    obeyed = { version: gateway.policyVersion };
    if (!rules.obey(policy)) return;
    policyFile?.write(policy);
    onNotice(`the server has another policy: ${policy.version}`);
    for (const file of table.all()) course.doubt(file);
  }

  async function ask(signal: AbortSignal | undefined): Promise<void> {
    try {
      await obeyPolicy(signal);
      const [next] = queue.due;
      if (!isWaiting()) await gateway.open([], signal);
      else if (queue.unasked.size > 0 || !next) await askSome(signal);
      else await sendSome(next, signal);
    } finally {
      noteEpoch();
      nextGreeting = clock.now() + fleetLimits.collectGreetingMs;
    }
  }

  /** Makes one request; returns false if there is nothing to do. */
  async function step(signal: AbortSignal | undefined): Promise<boolean> {
    const isNew = takeChanges();
    const isAway = health.retryAt > clock.now();
    // While nothing can be sent, a new file may be gone before the next round.
    if (isWaiting() && (clock.now() >= nextHold || (isAway && isNew))) holdUnsent();
    if (isAway || (!isWaiting() && clock.now() < nextGreeting)) return false;
    try {
      await ask(signal);
      health.reached();
      table.hurry(false);
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      health.failed(error);
      table.hurry(true);
      holdUnsent();
      return false;
    }
  }

  async function work(signal?: AbortSignal): Promise<number> {
    while (!signal?.aborted && (await step(signal)));
    const next = isWaiting() ? health.retryAt : Math.max(nextGreeting, health.retryAt);
    return Math.min(table.nextLook, next);
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
      return { files: files.length, bytes: files.reduce((sum, file) => sum + unsentBytes(file), 0) };
    },
    get fault() {
      return health.fault;
    },
  };
}
