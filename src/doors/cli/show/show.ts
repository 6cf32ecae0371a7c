import { infoOfRow } from '../../../archive/model/session-row.ts';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { createMessageBuilder } from '../../../core/messages/message-builder.ts';
import { nestMessages } from '../../../core/messages/nest-messages.ts';
import { amount } from '../../../core/text/amount.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createEventReader, type EventReader } from '../../../core/wires/event-reader.ts';
import { createMessageItems, type MessageItems } from '../../../core/writers/message-items.ts';
import { ThreadlineError } from '../../../errors.ts';
import { createOpsAlongside } from '../../../machine/provenance/ops-alongside.ts';
import { annotate } from '../../../machine/sessions/annotations/annotate.ts';
import { storeOf } from '../../../machine/sessions/homes.ts';
import type { SessionInfo, Source } from '../../../machine/sessions/index.ts';
import { loadSubAgents, type SubAgentOptions } from '../../../machine/sessions/load-sub-agents.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import { createStartedAgents, type StartedAgents } from '../../../machine/sessions/started-agents.ts';
import type { HomesContext } from '../agents.ts';
import { openAnnotations } from '../annotations.ts';
import { GONE_NOTE } from '../archived-source.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { type Output, openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import type { RemoteSource } from '../remote/remote-source.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import { createProblemReporter, type ProblemReporter, report } from '../report.ts';
import { describeEmpty, describeUnrecognised, findSource, readSource } from '../source.ts';
import { turnsText, usageText, usedText } from '../transcript/header.ts';
import { createHeaderFacts, factsJson } from '../transcript/header-facts.ts';
import { createLiveTranscript } from '../transcript/live-transcript.ts';
import { createTranscript, type Transcript } from '../transcript/transcript.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ArchivedSession } from './archived-session.ts';
import { changedBy } from './changed-by.ts';
import { findHit, hitLines, splitHit } from './shown-hit.ts';
import { createTurnStarts, readUsedTokens, sumTurns, type UsedTokens } from './used-tokens.ts';

export interface ShowOptions extends HomesContext {
  /** An id, a path, a place in the list, `last` or `-`. With `#MESSAGE` appended, one message and its neighbours. */
  wanted: string;
  /** A server to ask instead of this machine. */
  archive?: string | undefined;
  /** Folds nothing. */
  full: boolean;
  /** Includes what the CLI added by itself, and turns that were undone. */
  context: boolean;
  /** Includes the messages of sub-agents. */
  subagents: boolean;
  json: boolean;
  color?: string | undefined;
}

/** The same with the wanted message. */
type WantedOptions = ShowOptions & { message?: string };

/** Shows a session as a transcript. */
export async function show(asked: ShowOptions): Promise<ExitCode> {
  const options = { ...asked, ...splitHit(asked.wanted) };
  const { archive, wanted } = options;
  if (archive !== undefined) {
    const { findRemoteSource } = await import('../remote/remote-source.ts');
    return withRemoteStore(archive, async (store) =>
      showSource(options, await findRemoteSource(store, wanted, options.agents)),
    );
  }
  const { homes, agents } = options;
  const source = await findSource(wanted, { homes, agents }).catch(async (error: unknown) => {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    const { findGone } = await import('./archived-session.ts');
    const gone = await findGone(wanted);
    if (!gone) throw error;
    return gone;
  });
  return 'messages' in source ? showGone(options, source) : showSource(options, source);
}

async function showSource(options: WantedOptions, source: Source): Promise<ExitCode> {
  const { agents, json, message } = options;
  if (source.info) annotate(source.info, openAnnotations());
  const reader = createEventReader({ agents: agents ?? sessionWires });
  const problems = createProblemReporter(source.name);
  const tally = { lines: 0, goodLines: 0 };
  const output = openOutput();
  if (source.isLive && !json && message === undefined)
    await showLive(options, source, reader, output, counted(problems, tally));
  else await showWhole(options, source, reader, output, counted(problems, tally));
  if (tally.lines === 0) report(describeEmpty(source, reader.lines));
  else if (tally.goodLines === 0 || reader.wire === 'unknown') {
    throw new ExitError(exitCodes.badInput, describeUnrecognised(source));
  }
  problems.end();
  return exitCodes.ok;
}

type Look = (outcome: Outcome) => void;

function counted(problems: ProblemReporter, tally: { lines: number; goodLines: number }): Look {
  return (outcome) => {
    tally.lines += 1;
    if (outcome.ok) tally.goodLines += 1;
    problems.addOutcome(outcome);
  };
}

/** Input that may go on for hours is shown as it comes. */
async function showLive(options: ShowOptions, source: Source, reader: EventReader, output: Output, look: Look) {
  const { full, context, color, agents, subagents } = options;
  const facts = createHeaderFacts({ agents, writer: () => reader.agent });
  const live = createLiveTranscript({
    builder: createMessageBuilder({ all: context, agents: subagents, vocabularies: agents }),
    transcript: createTranscript({ full, context, color, unfoldHint: UNFOLD_HINT }),
    output,
    facts: () => ({ ...facts.facts(), turns: undefined, usage: undefined }),
  });
  for await (const outcomes of source.read(reader)) {
    for (const outcome of outcomes) {
      look(outcome);
      if (outcome.ok) outcome.events.forEach(facts.add);
      live.push(outcome);
    }
    await output.flush();
    live.idle();
    await output.flush();
  }
  const { turns, usage } = facts.facts();
  live.end([turnsText(turns), usage && usageText(usage)].filter(Boolean).join(' · '));
  await output.flush();
}

const UNFOLD_HINT = ' (--full shows them)';

/** Reads everything first: the header tells how much it is, and a later line may undo what came before. */
async function showWhole(options: WantedOptions, source: Source, reader: EventReader, output: Output, look: Look) {
  const { full, context, color, agents, subagents, json } = options;
  const remote = isRemote(source) ? source : undefined;
  // Files beside the session's file can be read only on the machine that has it; a store tells what they hold.
  const near = source.isElsewhere ? undefined : source.info;
  const builder = createMessageBuilder({ all: context, agents: subagents, vocabularies: agents });
  const facts = createHeaderFacts({ agents, info: source.info, writer: () => reader.agent });
  const items = createMessageItems();
  const started = createStartedAgents(source.info && storeOf(source.info, { agents }));
  const starts = createTurnStarts();
  // Other agents' wires may be given by a program: it reads such a file again, by its own wire.
  const ops = near && agents === undefined ? createOpsAlongside(near, reader) : undefined;
  /** The turn of each message, by its id. */
  const turnOf = new Map<string, number>();
  const progress = createProgress(near && !near.compressed ? [near.path] : ['-'], {
    isWanted: true,
  });
  for await (const outcomes of readSource(source, reader, progress)) {
    for (const outcome of outcomes) {
      look(outcome);
      for (const event of outcome.ok ? outcome.events : []) {
        facts.add(event);
        ops?.add(event);
        const turn = starts.add(event, outcome.line);
        const changed = builder.push(event);
        items.add(event, changed);
        started.add(event, changed);
        for (const { id } of changed) if (turn !== undefined && !turnOf.has(id)) turnOf.set(id, turn);
      }
    }
  }
  builder.end();
  const whose = remote?.info ?? near;
  const family = remote?.family(started);
  const others = whose && subagents ? await subAgentsOf(whose, started, items, { ...options, family }) : [];
  progress.hide();
  const used = remote
    ? sumTurns(await remote.requests(), remote.path, starts)
    : near && (await readUsedTokens(near, starts, { homes: options.homes, agents, writer: reader.agent }));
  const changes = near && (await changedBy(near, { homes: options.homes, agents }, ops));
  const messages = nestMessages([builder.messages, ...others.map((other) => other.messages)].flat());
  const hit = options.message === undefined ? undefined : findHit(messages, options.message);
  if (json) {
    await writeJson(
      factsJson({ ...facts.facts(), changes }, source.info?.path, used),
      hit?.messages ?? messages,
      output,
    );
  } else if (messages.length > 0 || reader.wire !== 'unknown') {
    const transcript = createTranscript({ full, context, color, unfoldHint: UNFOLD_HINT });
    if (reader.lines > 0) output.append(transcript.header({ ...facts.facts(), used: used?.total, changes }));
    for (const { parent, title } of others) transcript.nameAgent(parent, title);
    if (hit) output.append(hitLines(hit, transcript, (message) => transcript.message(message, items.of(message))));
    const notes = createTurnNotes(used?.turns ?? [], transcript);
    for (const message of hit ? [] : messages) {
      // Ids are unique to one thread.
      const turn = message.parent === undefined ? turnOf.get(message.id) : undefined;
      output.append(notes.before(turn) + transcript.message(message, items.of(message)));
      if (output.isFull) await output.flush();
    }
    output.append(notes.end());
  }
  await output.flush();
}

function isRemote(source: Source): source is RemoteSource {
  return 'requests' in source;
}

/** Shows what the archive keeps of a session whose file is gone. */
async function showGone(options: WantedOptions, { row, messages, usage, changes }: ArchivedSession): Promise<ExitCode> {
  const { full, context, color, agents, json, message } = options;
  const info = infoOfRow(row);
  annotate(info, openAnnotations());
  const output = openOutput();
  const facts = { ...createHeaderFacts({ agents, info: { ...info, gone: true } }).facts(), changes };
  const hit = message === undefined ? undefined : findHit(messages, message);
  const used = { total: usage, turns: [] };
  if (json) await writeJson(factsJson(facts, undefined, used), hit?.messages ?? messages, output);
  else {
    const transcript = createTranscript({ full, context, color, unfoldHint: UNFOLD_HINT });
    output.append(transcript.header({ ...facts, used: used.total }));
    if (hit) output.append(hitLines(hit, transcript, (one) => transcript.message(one)));
    else for (const one of nestMessages(messages)) output.append(transcript.message(one));
  }
  await output.flush();
  report(GONE_NOTE);
  return exitCodes.ok;
}

/** The threads of agents that the session started, from their own files. */
async function subAgentsOf(
  info: SessionInfo,
  started: StartedAgents,
  items: MessageItems,
  options: ShowOptions & Pick<SubAgentOptions, 'family'>,
) {
  const { context, homes, agents, family } = options;
  const messages = { all: context, vocabularies: agents };
  const found = await loadSubAgents(info, started, { homes, agents, messages, family, onEvent: items.add });
  if (found.omitted > 0) report(`${info.path}: ${amount(found.omitted, 'agent')} that it started could not be shown`);
  return found.agents;
}

/** The usage of each turn, under its last message. For a single turn the header tells it. */
function createTurnNotes(turns: UsedTokens['turns'], transcript: Transcript) {
  let current: number | undefined;
  const end = () => {
    const used = turns.length > 1 && current !== undefined ? turns[current] : undefined;
    return used ? transcript.footer(usedText(used)) : '';
  };
  return {
    before(turn: number | undefined): string {
      if (turn === undefined || turn === current) return '';
      const note = end();
      current = turn;
      return note;
    },
    end,
  };
}

/** One JSON value, a message a line. */
async function writeJson(session: object, messages: readonly UnifiedMessage[], output: Output): Promise<void> {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  output.append(`{"session":${encode(session)},"messages":[\n`);
  let isFirst = true;
  for (const message of messages) {
    const text = encode(message);
    if (text === undefined) report(`the message ${message.id} is nested too deeply to be written as JSON`);
    else output.append(`${isFirst ? '' : ','}${text}\n`);
    if (text !== undefined) isFirst = false;
    if (output.isFull) await output.flush();
  }
  output.append(']}\n');
}
