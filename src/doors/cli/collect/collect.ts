import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import { joinRedaction } from '../../../fleet/collect/collect-policy.ts';
import { type CollectSettings, readSettings } from '../../../fleet/collect/collect-settings.ts';
import { type Collector, createCollector } from '../../../fleet/collect/collector.ts';
import { createHttpGateway } from '../../../fleet/collect/http-gateway.ts';
import { createPolicyFile, type PolicyFile } from '../../../fleet/collect/policy-file.ts';
import { createRepositoryFinder } from '../../../fleet/collect/repository-of.ts';
import { createSendRules } from '../../../fleet/collect/send-rules.ts';
import { dataFolder, makePrivateFolder } from '../../../machine/sessions/data-folder.ts';
import { systemClock } from '../../../machine/sessions/following/clock.ts';
import type { CliContext, HomesContext } from '../agents.ts';
import { type ExitCode, ExitError, endOnSignal, exitCodes } from '../exit.ts';
import type { Sending } from '../fleet/sending.ts';
import { openOutput } from '../output.ts';
import { type OwnRules, readRedactionRules } from '../redaction-rules.ts';
import { report } from '../report.ts';
import { stopGrowth } from '../stop-growth.ts';
import { chooseCompiler, compileInPlace } from '../usage/tune-engine.ts';
import { destinationOf, gatewayUrl, telemetryUrl } from './destination.ts';
import { createDryRun } from './dry-run.ts';
import { policyLines } from './policy-lines.ts';

export interface CollectOptions extends CliContext, Sending {
  /** Ends when everything is sent, or after so many milliseconds; 0 gives up at the first fault. */
  waitMs?: number | undefined;
  /** An OpenTelemetry receiver, besides the gateway or instead of one. */
  receiver?: { url: string; content: boolean } | undefined;
}

/** Sends sessions until a signal comes, or until all are sent. */
export async function collect(options: CollectOptions): Promise<ExitCode> {
  // It runs beside other work all day, so its memory matters more than its speed.
  stopGrowth();
  chooseCompiler(Number.POSITIVE_INFINITY);
  compileInPlace();
  const { home: homes, agents, agent, waitMs } = options;
  const folder = dataFolder();
  const settings = readSettings(folder);
  const redaction = readRedactionRules(options['redact-rules'], options.command);
  const server = gatewayUrl(options, settings);
  const policyFile = server && createPolicyFile(join(folder, 'collect'), server.origin);
  const shared = { homes, agents, agent, modes: settings.modes, onNotice: report, redaction, policyFile };
  if (options['dry-run']) return dryRun(shared);
  const { signal, exitCode } = endOnSignal();
  const telemetry = options.receiver && sendTelemetry(options, settings, redaction, policyFile, signal);
  if (!telemetry || server) {
    const gateway = createHttpGateway(destinationOf(options, settings));
    const state = join(folder, 'collect');
    makePrivateFolder(state);
    const collector = createCollector({ ...shared, gateway, folder: state });
    if (waitMs === undefined) await collector.run(signal);
    else await sendAll(collector, waitMs, signal);
    gateway.close();
  }
  await telemetry;
  return exitCode();
}

async function sendTelemetry(
  options: CollectOptions,
  { modes }: CollectSettings,
  redaction: OwnRules,
  policyFile: PolicyFile | undefined,
  signal: AbortSignal,
): Promise<void> {
  const rules = createSendRules({ modes, redaction, policy: policyFile?.read() });
  const repositoryOf = createRepositoryFinder(systemClock.now);
  const { receiver = { url: '', content: false }, home: homes, agents, waitMs } = options;
  const { sendOtlp } = await import('../../../fleet/collect/otlp/send-otlp.ts');
  await sendOtlp({
    url: telemetryUrl(receiver.url, options),
    headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
    attributes: process.env.OTEL_RESOURCE_ATTRIBUTES,
    folder: join(dataFolder(), 'collect'),
    content: receiver.content,
    modeOf: (folder) => rules.modeOf({ folder, repository: repositoryOf(folder) }),
    redaction: joinRedaction(redaction, rules.policy),
    homes,
    agents,
    once: waitMs !== undefined,
    signal,
    onProblem: report,
  });
}

/** Sends everything. Throws if that is not done in time. */
async function sendAll(collector: Collector, waitMs: number, signal: AbortSignal): Promise<void> {
  const until = systemClock.now() + waitMs;
  const timeout = waitMs === 0 ? signal : AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  for (;;) {
    const next = await collector.work(timeout);
    const { unsent, fault } = collector;
    if (unsent.files === 0 && !timeout.aborted) return;
    if (signal.aborted) return;
    const isOver = waitMs === 0 || fault?.isLasting || systemClock.now() >= until;
    if (isOver) throw notSent(collector);
    await systemClock.wait(Math.max(1, Math.min(next, until) - systemClock.now()), timeout);
  }
}

function notSent({ unsent, fault }: Collector): ExitError {
  const left = `${amount(unsent.files, 'file')} with ${amount(unsent.bytes, 'byte')} not sent`;
  return new ExitError(exitCodes.environment, fault ? `${left}: ${fault.message}` : left);
}

/** Asks nothing and holds nothing: shows everything as if it were new, by the policy that the server told last. */
async function dryRun(
  shared: HomesContext & { agent: string | undefined; redaction: OwnRules; policyFile: PolicyFile | undefined },
): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-dry-run-'));
  try {
    const output = openOutput();
    const gateway = createDryRun(output);
    await createCollector({ ...shared, gateway, folder }).work();
    for (const line of policyLines(shared.policyFile?.read())) report(line);
    report(gateway.sum());
    return exitCodes.ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
