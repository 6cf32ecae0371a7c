import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A recorded file: what the real agent wrote, byte for byte. */
export interface Recording {
  /** Path below the recordings' folder, such as `0.166.0/s2-shell/stdout.jsonl`. */
  name: string;
  bytes: Uint8Array;
}

function recordings(folder: string, pattern: string): Recording[] {
  return globSync(pattern, { cwd: folder })
    .sort()
    .map((path) => ({ name: path, bytes: readFileSync(`${folder}/${path}`) }));
}

/** The subset that is part of the repository. */
export function bundledRecordings(pattern = '*/*/{stdout,rollout,rollout-2}.jsonl'): Recording[] {
  return recordings(here('./fixtures/codex'), pattern);
}

/** What agents wrote that is no thread: lists of projects, and how a recording was made. */
const NO_THREADS = /(^|[/.])(meta|projects|logs|settings|state|workspaces|session_index)\.jsonl?$/;

/** Every bundled recording of every agent: what they printed, and the session files that they left. */
export function everyRecording(): Recording[] {
  const printed = '*/*/*/{stdout*,rollout,rollout-2}.jsonl';
  // A pattern finds hidden folders only if it names them.
  const kept = ['*/*/*/session/**/*.{json,jsonl}', '*/*/*/session/.*/**/*.{json,jsonl}'];
  return [printed, ...kept]
    .flatMap((pattern) => recordings(here('./fixtures'), pattern))
    .filter(({ name, bytes }) => bytes.length > 0 && !NO_THREADS.test(name));
}

/** What Gemini CLI printed line by line, in the bundled recordings. */
export function bundledGeminiStreams(): Recording[] {
  const streams = recordings(here('./fixtures/gemini'), '*/*/stdout*.jsonl');
  return streams.filter(({ bytes }) => new TextDecoder().decode(bytes.subarray(0, 14)) === '{"type":"init"');
}

const shared = `${process.env.THREADLINE_SHARED ?? here('../../shared')}/recordings`;

/** All shared recordings of an agent; undefined where they are not on this machine. */
export function sharedRecordings(pattern: string, agent = 'codex'): Recording[] | undefined {
  return existsSync(`${shared}/${agent}`) ? recordings(`${shared}/${agent}`, pattern) : undefined;
}

export const WITHOUT_SHARED = 'the shared recordings are not on this machine';
