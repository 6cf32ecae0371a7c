import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { eachSession, type ListOptions } from '../list-sessions.ts';
import { openSession } from '../open-session.ts';
import type { SessionInfo } from '../session-info.ts';
import type { AgentStore } from '../store.ts';
import { agentStores } from '../stores/registry.ts';
import { FileReport, NameCounts } from './file-report.ts';

/** The findings in the files of one version of an agent. */
export interface VersionReport {
  agent: string;
  /** Undefined if the files do not give it. */
  version: string | undefined;
  files: number;
  lines: number;
  /** By code. */
  problems: NameCounts;
  unknownEvents: NameCounts;
  unknownItems: NameCounts;
  extraFields: NameCounts;
  /** The place of the newest problem, by code. */
  places: Map<string, { id: string; line: number }>;
}

export interface Sample {
  /** Number of files that were read whole. */
  read: number;
  /** Number of files that were too large to read. */
  skipped: number;
  versions: VersionReport[];
}

export interface SampleOptions extends Pick<ListOptions, 'homes' | 'onProblem'> {
  agents?: readonly AgentStore[] | undefined;
  /** The number of files to read of each version. */
  sample: number;
  /** Receives the number of further bytes that were read. */
  onBytes?: ((bytes: number) => void) | undefined;
}

/** Reads the newest files of each version of each agent. */
export async function sampleFiles(options: SampleOptions): Promise<Sample> {
  const sample: Sample = { read: 0, skipped: 0, versions: [] };
  for (const agent of options.agents ?? agentStores) {
    const versions = new Map<string | undefined, VersionReport>();
    let looked = 0;
    for await (const info of eachSession({ ...options, agent: agent.name })) {
      const report = versions.get(info.cliVersion) ?? emptyReport(agent.name, info.cliVersion);
      versions.set(info.cliVersion, report);
      if (report.files < options.sample) {
        if (info.size > machineLimits.maxDoctorFileBytes) sample.skipped += 1;
        else if (await addFile(report, info, options)) sample.read += 1;
      }
      // Very old versions help nobody, and each file must be opened to know its version.
      looked += 1;
      if (looked === machineLimits.maxDoctorHeads) break;
    }
    for (const report of versions.values()) sample.versions.push(report);
  }
  return sample;
}

function emptyReport(agent: string, version: string | undefined): VersionReport {
  return {
    agent,
    version,
    files: 0,
    lines: 0,
    problems: new NameCounts(),
    unknownEvents: new NameCounts(),
    unknownItems: new NameCounts(),
    extraFields: new NameCounts(),
    places: new Map(),
  };
}

/** False for a file that cannot be read, which was reported already. */
async function addFile(report: VersionReport, info: SessionInfo, { agents, onBytes }: SampleOptions): Promise<boolean> {
  const file = new FileReport(info.path, Number.POSITIVE_INFINITY);
  try {
    const session = await openSession({ path: info.path }, { agents });
    for await (const batch of session.eventBatches({ ownOnly: true, onBytes })) {
      for (const outcome of batch) {
        file.add(outcome);
        report.lines += outcome.ok && outcome.flush ? 0 : 1;
      }
    }
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    return false;
  }
  report.files += 1;
  for (const { code, line } of file.problems) {
    report.problems.add(code);
    if (!report.places.has(code)) report.places.set(code, { id: info.id, line });
  }
  report.unknownEvents.addAll(file.unknownEvents);
  report.unknownItems.addAll(file.unknownItems);
  report.extraFields.addAll(file.extraFields);
  return true;
}
