import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { createRedactor } from '../../core/redact/redactor.ts';
import { visibleLine } from '../../core/text/visible-text.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { Ask } from './ask.ts';
import type { LiveEvent } from './live-event.ts';
import type { WaitingNotice } from './read-notice.ts';

interface Waiting {
  readonly agent: string;
  readonly cwd: string;
}

/** Watches the questions of one session. Each is told once, if it still waits when its time is over. */
export class WaitingWatch {
  readonly #notice: WaitingNotice;
  readonly #of: Waiting;
  readonly #warn: (message: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(notice: WaitingNotice, of: Waiting, warn: (message: string) => void) {
    this.#notice = notice;
    this.#of = of;
    this.#warn = warn;
  }

  add(event: LiveEvent): void {
    if (event.type === 'approval.requested') this.#begin(event.approval);
    if (event.type === 'question.asked') this.#begin(event.question);
    if (event.type === 'approval.resolved' || event.type === 'question.resolved') this.#end(event.id);
    if (event.type === 'live.state' && event.state === 'closed') for (const id of this.#timers.keys()) this.#end(id);
  }

  #begin(ask: Ask): void {
    const timer = setTimeout(() => {
      this.#timers.delete(ask.id);
      void tell(this.#notice, noticeText(this.#of, ask)).catch((error: unknown) =>
        this.#warn(`nobody could be told that something waits: ${error instanceof Error ? error.message : error}`),
      );
    }, this.#notice.afterMs);
    timer.unref();
    this.#timers.set(ask.id, timer);
  }

  #end(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}

/** One line: the agent, the folder's name, and what it wants. It begins with our words, so it is never an option. */
export function noticeText({ agent, cwd }: Waiting, ask: Ask): string {
  const what = 'allows' in ask ? (ask.command ?? ask.url ?? ask.title) : (ask.questions[0]?.text ?? 'a question');
  const text = `threadline: ${agent} in ${basename(cwd)} waits for you: ${what}`;
  // Hidden before it is cut: half of a secret would not be found.
  const line = visibleLine(createRedactor().text(text));
  const most = machineLimits.maxLiveNotice;
  return [...line].length > most ? `${[...line].slice(0, most - 1).join('')}…` : line;
}

async function tell({ command, url }: WaitingNotice, text: string): Promise<void> {
  await Promise.all([command && runCommand(command, text), url !== undefined && callUrl(url, text)]);
}

function runCommand([program = '', ...args]: readonly string[], text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = machineLimits.liveNoticeMs;
    const child = spawn(program, [...args, text], { stdio: 'ignore', shell: false, timeout, killSignal: 'SIGKILL' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

async function callUrl(url: string, text: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    redirect: 'error',
    signal: AbortSignal.timeout(machineLimits.liveNoticeMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
}
