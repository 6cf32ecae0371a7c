import { clipEnd } from '../../../core/text/text-layout.ts';
import {
  type AgentStore,
  agentStores,
  followSessions,
  openSession,
  type SessionFile,
} from '../../../machine/sessions/index.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { tellHomes } from '../sessions/session-problems.ts';
import { isTerminal } from '../standard-streams.ts';
import { terminalLine } from '../terminal-text.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { shortPath } from '../wording.ts';
import { keepArchive } from './keep-archive.ts';
import { createJsonPrinter, createTranscriptPrinter, type SessionPrinter } from './session-printer.ts';
import { type TailOptions, tell, transcriptOf } from './tail.ts';

/** The number of sessions told apart at a time. One that speaks after a long silence is begun anew. */
const MOST_SPEAKERS = 64;

/** What is watched and how to end it: an empty screen looks as if it hung. */
function watchedText({ homes, agents, agent }: TailOptions): string {
  const stores: readonly AgentStore[] = agents ?? agentStores;
  const wanted = stores.filter(({ name }) => agent === undefined || name === agent);
  const places = homes ?? wanted.flatMap(({ store }) => store.homes(process.env).paths);
  return `watching ${places.map((place) => shortPath(place)).join(', ')} for new messages; Ctrl-C ends it`;
}

/** Shows what happens in all sessions, and keeps the archive up to date meanwhile. */
export async function tailAll(options: TailOptions, signal: AbortSignal): Promise<void> {
  const { homes, agents, agent, to, context } = options;
  const output = openOutput();
  const printers = new Map<string, SessionPrinter>();
  let speaker = '';

  /** Names the speaker when it changes. */
  function introduced(name: string, transcript: Transcript): Transcript {
    return {
      ...transcript,
      header: () => '',
      message(message, item) {
        const text = transcript.message(message, item);
        if (text === '' || speaker === name) return text;
        speaker = name;
        const { style, columns } = transcript.layout;
        return `\n${style.accent(clipEnd(`── ${name}`, columns))}\n${text}`;
      },
    };
  }

  async function printerOf(file: SessionFile): Promise<SessionPrinter> {
    const known = printers.get(file.path);
    printers.delete(file.path);
    const printer = known ?? (await createPrinter(file));
    printers.set(file.path, printer);
    const [oldest] = printers.keys();
    if (printers.size > MOST_SPEAKERS && oldest !== undefined) printers.delete(oldest);
    return printer;
  }

  async function createPrinter(file: SessionFile): Promise<SessionPrinter> {
    const { info } = await openSession({ path: file.path }, { agents });
    const printing = { info, output, context, agents };
    if (to !== undefined) return createJsonPrinter(printing, to, true);
    const transcript = transcriptOf(options);
    transcript.layout.cwd = info.cwd;
    const folder = info.cwd === undefined ? undefined : shortPath(info.cwd);
    const title = (info.title ?? info.firstPrompt ?? '').trim().slice(0, 200).replaceAll(/\s+/g, ' ');
    const name = [info.agent, info.id.slice(0, 13), folder, title].filter(Boolean).join(' · ');
    return createTranscriptPrinter(printing, introduced(terminalLine(name), transcript));
  }

  tellHomes(options);
  if (isTerminal('stderr')) report(watchedText(options));
  const keeping = keepArchive({ agents, homes });
  for await (const { file, change } of followSessions({ homes, agents, agent, signal })) {
    keeping.notice();
    const outcomes = 'outcomes' in change ? change.outcomes : [];
    if (outcomes.length > 0) {
      const printer = await printerOf(file).catch(() => undefined);
      for (const outcome of outcomes) printer?.push(outcome);
    }
    if (change.kind === 'reset' || change.kind === 'gone') printers.delete(file.path);
    await output.flush();
    if (change.kind !== 'gone') tell(file.path, change);
  }
  for (const printer of printers.values()) printer.end();
  await output.flush();
  await keeping.stop();
}
