import * as coreLimits from '../../../limits/core.ts';
import { amount } from '../../text/amount.ts';
import { toHtml } from '../../text/to-html.ts';
import { agentTitles } from '../agent-titles.ts';
import { headFacts } from '../head-facts.ts';
import { titleOf } from '../html/head-nodes.ts';
import type { PageMessage } from '../page-messages.ts';
import { createPageReading } from '../page-reading.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import { replayEnd, replayStart } from './shell.ts';
import { type LeftOut, type ReplayStep, stepOf } from './step.ts';

/** A page that plays a session: one file, with one script of its own, which loads nothing. */
export function createReplayWriter(options: WriterOptions = {}): Writer {
  const { head } = options;
  const context: { cwd?: string | undefined } = { cwd: head?.cwd };
  const reading = createPageReading(options, context);
  const titleFor = agentTitles(options);
  const left: LeftOut = { texts: 0, images: 0 };
  const encoder = new TextEncoder();
  let bytes = 0;
  let steps = 0;
  let unwritten = 0;

  function begin(): string[] {
    if (bytes > 0) return [];
    const facts = head ? headFacts(head).map(({ name, text }) => `${name} ${text}`) : [];
    const start = replayStart(head ? titleOf(head) : 'Agent session', facts.join(' · '));
    // What follows the steps is as long as its few sentences.
    bytes = encoder.encode(start + replayEnd([])).length + ROOM_FOR_NOTES;
    return [start];
  }

  function written(messages: readonly PageMessage[]): string[] {
    const lines: string[] = [];
    for (const message of messages) {
      // The first step that does not fit is the last that is looked at: what is played has no holes.
      const line = unwritten > 0 ? undefined : lineOf(stepOf(message, titleFor(message.message), context.cwd, left));
      const length = line === undefined ? 0 : encoder.encode(line).length;
      if (line === undefined || bytes + length > coreLimits.maxPageBytes) {
        unwritten += 1;
        continue;
      }
      bytes += length;
      steps += 1;
      lines.push(line);
    }
    return lines;
  }

  function notes(): string[] {
    const { texts, images } = left;
    return [
      ...(unwritten > 0
        ? [`${amount(unwritten, 'step')} after the first ${steps} left out: a page has at most 20 MB.`]
        : []),
      ...(texts > 0 ? [`${amount(texts, 'long text')} cut, as each says at its end.`] : []),
      ...(images > 0 ? [`${amount(images, 'image')} named and not shown.`] : []),
      ...reading.problems().map((problem) => `Could not be read: ${problem}`),
    ];
  }

  return {
    push(outcome) {
      const messages = reading.push(outcome);
      return messages.length === 0 ? [] : [...begin(), ...written(messages)];
    },
    end() {
      return [...begin(), ...written(reading.end()), replayEnd(notes())];
    },
  };
}

/** More than the sentences below the player take. */
const ROOM_FOR_NOTES = 64 * 1024;

/** A step as a line of escaped JSON. A line feed in a text is written as `\n`, so a line is a step. */
function lineOf({ kind, turn, head, caption, time, status, sub, runs }: ReplayStep): string {
  const step = {
    k: kind,
    u: turn,
    h: head,
    n: caption,
    ...(time !== undefined && { t: time }),
    ...(status !== undefined && { s: status }),
    ...(sub && { b: 1 }),
    r: runs,
  };
  return `${toHtml([JSON.stringify(step)])}\n`;
}
