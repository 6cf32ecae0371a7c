import { ThreadlineError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { type AgentStore, agentStores, type ListOptions, openSession, type SessionInfo } from '../../sessions/index.ts';
import { eachSession } from '../../sessions/list-sessions.ts';
import { FileReport, NameCounts } from '../check/file-report.ts';
import type { Progress } from '../progress.ts';

/** What was found in the files of one version of an agent. */
export interface VersionReport {
  agent: string;
  /** Undefined where the files do not say it. */
  version: string | undefined;
  files: number;
  lines: number;
  /** By code. */
  problems: NameCounts;
  unknownEvents: NameCounts;
  unknownItems: NameCounts;
  extraFields: NameCounts;
}

export interface Sample {
  /** Files that were read whole. */
  read: number;
  /** Files that are larger than is read here. */
  skipped: number;
  versions: VersionReport[];
}

export interface SampleOptions extends Pick<ListOptions, 'homes' | 'onProblem'> {
  agents?: readonly AgentStore[] | undefined;
  /** How many files of each version are read. */
  sample: number;
}

/** Reads the newest files of each version of each agent. */
export async function sampleFiles(options: SampleOptions, progress: Progress): Promise<Sample> {
  const sample: Sample = { read: 0, skipped: 0, versions: [] };
  for (const agent of options.agents ?? agentStores) {
    const versions = new Map<string | undefined, VersionReport>();
    let looked = 0;
    for await (const info of eachSession({ ...options, agent: agent.name })) {
      const report = versions.get(info.cliVersion) ?? emptyReport(agent.name, info.cliVersion);
      versions.set(info.cliVersion, report);
      if (report.files < options.sample) {
        if (info.size > limits.maxDoctorFileBytes) sample.skipped += 1;
        else if (await addFile(report, info, options, progress)) sample.read += 1;
      }
      // The versions of long ago help nobody, and each file has to be opened to know its version.
      looked += 1;
      if (looked === limits.maxDoctorHeads) break;
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
  };
}

/** False for a file that cannot be read; that was told already. */
async function addFile(
  report: VersionReport,
  info: SessionInfo,
  { agents }: SampleOptions,
  progress: Progress,
): Promise<boolean> {
  const file = new FileReport(info.path, Number.POSITIVE_INFINITY);
  try {
    const session = await openSession({ path: info.path }, { agents });
    for await (const batch of session.eventBatches({ ownOnly: true, onBytes: progress.advance })) {
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
  for (const { code } of file.problems) report.problems.add(code);
  report.unknownEvents.addAll(file.unknownEvents);
  report.unknownItems.addAll(file.unknownItems);
  report.extraFields.addAll(file.extraFields);
  return true;
}
