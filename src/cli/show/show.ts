import type { UnifiedMessage } from '../../messages/message.ts';
import { createMessageBuilder } from '../../messages/message-builder.ts';
import type { Source } from '../../sessions/index.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { type Output, openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createProblemReporter, report } from '../report.ts';
import { describeEmpty, describeUnrecognised, findSource, readSource } from '../source.ts';
import { createTranscript } from '../transcript/transcript.ts';
import { createJsonEncoder } from '../write-json.ts';
import { factsJson } from './facts-json.ts';
import { createFactGatherer } from './gather-facts.ts';

export interface ShowOptions {
  /** An id, a path, a place in the list, `last` or `-`. */
  wanted: string;
  homes?: readonly string[];
  all: boolean;
  json: boolean;
}

/** Shows a session as a transcript. */
export async function show({ wanted, homes, all, json }: ShowOptions): Promise<ExitCode> {
  const source = await findSource(wanted, homes);
  const { messages, facts, lines, goodLines } = await readWhole(source, all);
  if (lines === 0) report(describeEmpty(source, lines));
  else if (goodLines === 0) throw new ExitError(exitCodes.badInput, describeUnrecognised(source));
  const output = openOutput();
  if (json) await writeJson(factsJson(facts, source), messages, output);
  else if (lines > 0) {
    const transcript = createTranscript({ all, unfoldHint: ' (--all shows them)' });
    output.append(transcript.header(facts));
    for (const message of messages) {
      output.append(transcript.message(message));
      if (output.isFull) await output.flush();
    }
  }
  await output.flush();
  return exitCodes.ok;
}

async function readWhole(source: Source, all: boolean) {
  const builder = createMessageBuilder({ all });
  const facts = createFactGatherer(source.info);
  const progress = createProgress(source.info && !source.info.compressed ? [source.info.path] : ['-'], {
    isWanted: true,
  });
  const problems = createProblemReporter(source.name, progress.hide);
  let lines = 0;
  let goodLines = 0;
  for await (const outcomes of readSource(source, createEventReader(), progress)) {
    for (const outcome of outcomes) {
      lines += 1;
      problems.addOutcome(outcome);
      if (!outcome.ok) continue;
      goodLines += 1;
      for (const event of outcome.events) {
        facts.add(event);
        builder.push(event);
      }
    }
  }
  builder.end();
  progress.hide();
  if (goodLines > 0) problems.end();
  return { messages: builder.messages, facts: facts.facts(), lines, goodLines };
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
