import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { agentStores } from '../src/machine/sessions/stores/registry.ts';

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
  const printed = ['*/*/*/{stdout*,traffic,rollout,rollout-2}.jsonl', '*/*/*/stdout*.json'];
  // Some agents keep all of it in a folder with a dot.
  const kept = ['*/*/*/session/**/*.{json,jsonl}', '*/*/*/session/.*/**/*.{json,jsonl}'];
  const sources = bundledSources();
  const homes = new Set(sources.map(({ home }) => `${home}/`));
  return [...[...printed, ...kept].flatMap((pattern) => recordings(here('./fixtures'), pattern)), ...sources]
    .filter(({ name, bytes }) => bytes.length > 0 && !NO_THREADS.test(name))
    .filter((file) => 'home' in file || ![...homes].some((home) => file.name.startsWith(home)));
}

/** A session that is no file of its own, in the form in which wires read it. */
export interface KeptSource extends Recording {
  /** The folder in which its agent kept it, below the recordings' folder. */
  home: string;
}

/** The bundled sessions that are rows of a database or trees of files. */
export function bundledSources(): KeptSource[] {
  return sourcesBelow(here('./fixtures'), '*/*/*/session');
}

function sourcesBelow(folder: string, pattern: string): KeptSource[] {
  return globSync(pattern, { cwd: folder })
    .sort()
    .flatMap((home) => sourcesIn(folder, home));
}

function sourcesIn(folder: string, home: string): KeptSource[] {
  const agent = agentStores.find(({ name }) => home.split('/').includes(name));
  const path = `${folder}/${home}`;
  const files = agent?.store.scan({ path, realPath: path }, agent, () => {}) ?? [];
  return files.flatMap((file) => {
    const open = file.source?.open?.();
    if (!open) return [];
    const bytes = new Uint8Array(open.look().size);
    for (let at = 0; at < bytes.length; ) at += open.read(bytes.subarray(at), at) || bytes.length;
    open.close();
    return [{ name: file.path.slice(folder.length + 1), home, bytes }];
  });
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

/** The shared sessions of an agent that are rows of a database or trees of files. None where they are not on this machine. */
export function sharedSources(agent: string): KeptSource[] {
  const homes = ['*/*/session', '*/*/session/.local/share/*'];
  return homes.flatMap((pattern) => sourcesBelow(shared, `${agent}/${pattern}`));
}
