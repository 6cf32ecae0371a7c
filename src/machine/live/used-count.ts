import type { LiveEvent } from './live-event.ts';

/** What a session used by now, by the agent's own count. */
export class UsedCount {
  input = 0;
  output = 0;
  model: string | undefined;
  /** The tokens of the last request and the model's window, where the agent tells them. */
  context: { used: number; window: number } | undefined;
  /** What earlier turns used, where the agent counts each turn by itself. */
  #before = { input: 0, output: 0 };

  /** Returns whether the event counted something. */
  add(event: LiveEvent): boolean {
    if (event.type === 'thread.started') this.model = event.model ?? this.model;
    if (event.type === 'live.mode') this.model = event.model ?? this.model;
    if (event.type === 'token_count') {
      this.#set(event.input_tokens ?? 0, event.output_tokens ?? 0);
      const { last, model_context_window: window } = event;
      if (last && window) this.context = { used: (last.input_tokens ?? 0) + (last.output_tokens ?? 0), window };
      return true;
    }
    if (event.type !== 'turn.completed' && event.type !== 'turn.failed') return false;
    const { turn_usage: used } = event;
    if (!used) return false;
    this.#before.input += used.input_tokens ?? 0;
    this.#before.output += used.output_tokens ?? 0;
    this.#set(this.#before.input, this.#before.output);
    return true;
  }

  #set(input: number, output: number): void {
    this.input = input;
    this.output = output;
  }
}
