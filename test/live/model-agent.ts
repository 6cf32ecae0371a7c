import { randomUUID } from 'node:crypto';
import type { OwnedProcess } from '../../src/machine/live/process/live-process.ts';

/** A request of the agent, and all that was answered to it. */
export interface ModelRequest {
  id: string;
  command: string;
  answers: { behavior: string; isLate: boolean }[];
  /** True from the moment when the agent may not run it any more: it was taken back, stopped, or its turn is over. */
  isOver: boolean;
}

type Frame = Record<string, unknown> & { request?: Record<string, unknown>; response?: Record<string, unknown> };

/** An agent of the control protocol without a process, so that thousands of its lives can be played. */
export class ModelAgent implements OwnedProcess {
  readonly mark = 'model';
  readonly requests: ModelRequest[] = [];
  readonly exited: Promise<{ exitCode: number | null; signal: string | null }>;
  readonly session = randomUUID();
  hasExited = false;
  isRunning = false;
  /** What it does with an interrupt: some agents answer late, or never. */
  interrupts: 'at once' | 'late' | 'never' = 'at once';
  take: (line: string) => void = () => {};
  #exit: (end: { exitCode: number | null; signal: string | null }) => void = () => {};

  constructor() {
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  turnBegins(): void {}
  toolBegins(): void {}
  look(): void {}

  async sweepTurn() {
    return { killed: 0, left: [] };
  }

  async end() {
    this.#over();
    this.hasExited = true;
    this.#exit({ exitCode: 0, signal: null });
    return { exitCode: 0, signal: null, killed: 0 };
  }

  write(line: string): void {
    if (this.hasExited) return;
    const frame = JSON.parse(line) as Frame;
    if (frame.type === 'control_response') this.#answered(frame.response ?? {});
    if (frame.type === 'user') this.#begin();
    if (frame.type === 'control_request') this.#controlled(String(frame.request_id), frame.request ?? {});
  }

  crash(): void {
    this.#over();
    this.hasExited = true;
    this.#exit({ exitCode: 1, signal: null });
  }

  ask(command: string): void {
    if (!this.isRunning || this.hasExited) return;
    const request: ModelRequest = { id: randomUUID(), command, answers: [], isOver: false };
    this.requests.push(request);
    const asked = {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      input: { command },
      tool_use_id: `toolu_${request.id}`,
    };
    this.#say({ type: 'control_request', request_id: request.id, request: asked });
  }

  withdraw(): void {
    const open = this.requests.find(({ isOver, answers }) => !isOver && answers.length === 0);
    if (!open) return;
    open.isOver = true;
    this.#say({ type: 'control_cancel_request', request_id: open.id });
  }

  endTurn(subtype = 'success'): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.#over();
    this.#say({ type: 'result', subtype, is_error: subtype !== 'success', result: '', session_id: this.session });
  }

  #begin(): void {
    this.isRunning = true;
    this.#say({ type: 'system', subtype: 'init', session_id: this.session, permissionMode: 'default' });
  }

  #controlled(id: string, { subtype, mode }: Record<string, unknown>): void {
    const response = subtype === 'set_permission_mode' ? { mode } : {};
    this.#say({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
    if (subtype !== 'interrupt' || this.interrupts === 'never') return;
    // An allow that comes from here on would still be obeyed: that is the trap.
    for (const request of this.requests) request.isOver = true;
    if (this.interrupts === 'at once') this.endTurn('error_during_execution');
    else setTimeout(() => this.endTurn('error_during_execution'), 2);
  }

  #answered({ request_id, response }: Record<string, unknown>): void {
    const request = this.requests.find(({ id }) => id === request_id);
    const { behavior } = (response ?? {}) as { behavior?: string };
    request?.answers.push({ behavior: behavior ?? 'error', isLate: request.isOver });
  }

  #over(): void {
    for (const request of this.requests) request.isOver = true;
  }

  #say(frame: Frame): void {
    if (!this.hasExited) this.take(`${JSON.stringify(frame)}\n`);
  }
}
