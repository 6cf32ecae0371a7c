import { resolve } from 'node:path';
import { createRunMessages, type RunResult } from '../../run/index.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { isDone } from '../../writers/settled-messages.ts';
import { resumeCommand } from '../sessions/sessions-json.ts';
import { terminalLine } from '../terminal-text.ts';
import { usageText } from '../transcript/header.ts';
import { createTranscript } from '../transcript/transcript.ts';
import { createLiveStatus } from './live-status.ts';
import type { RunPrinter, RunPrinterOptions } from './run-printer.ts';

/** Prints each message when it is done, in that order: a command that goes on for long holds up no other. */
export function createLiveTranscript({ request, resumed, all, output, problems }: RunPrinterOptions): RunPrinter {
  const builder = createRunMessages({ ...request, firstTurn: resumed?.firstTurn });
  const transcript = createTranscript({ all, unfoldHint: ' (threadline show last --all)' });
  const status = createLiveStatus(output, transcript.layout);
  const open = new Map<string, Parameters<typeof transcript.message>[0]>();
  let hasHeader = false;

  function push(event: ThreadEvent): void {
    if (event.type === 'thread.started') addHeader(event);
    // The usage of the turn comes on a message that was printed already; it is told at the end.
    const changed = event.type === 'turn.completed' ? [] : builder.push(event);
    for (const message of changed) {
      if (isDone(event, message)) {
        open.delete(message.id);
        output.append(transcript.message(message));
      } else {
        open.set(message.id, message);
      }
    }
  }

  function addHeader(event: ThreadStartedEvent): void {
    if (hasHeader) return;
    hasHeader = true;
    const { thread_id: id, model = request.model, cli_version: version } = event;
    const cwd = event.cwd ?? resolve(request.cwd ?? '.');
    output.append(transcript.header({ id, cwd, model, version }));
  }

  return {
    write(outcome) {
      status.hide();
      if (outcome.ok) outcome.events.forEach(push);
    },
    idle(outcome) {
      // On stderr: what goes to stdout must be out by now, or the two would mix.
      problems.addOutcome(outcome);
      status.show([...open.values()].at(-1));
    },
    end(result) {
      status.hide();
      for (const message of builder.end()) open.set(message.id, message);
      for (const message of open.values()) output.append(transcript.message(message));
      if (result.ok) output.append(`\n${summary(result).replaceAll(/^.*$/gm, transcript.layout.style.dim)}\n`);
    },
  };
}

/** `12.3 s · 15,963 in (12,288 cached), 261 out`, and how to go on. */
function summary({ durationMs, usage, threadId }: RunResult): string {
  const facts = [`${(durationMs / 1000).toFixed(1)} s`, ...(usage ? [usageText(usage)] : [])].join(' · ');
  return threadId ? `${facts}\n${terminalLine(resumeCommand(threadId))}` : facts;
}
