import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { changedInput } from '../../../machine/live/changed-input.ts';
import type { Approval, Ask, LiveAgent, LiveEvent, LiveSession, QuestionPart } from '../../../machine/live/index.ts';
import { createRunMessages } from '../../../machine/run/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { type Output, openOutput } from '../output.ts';
import { report } from '../report.ts';
import { terminalLine } from '../terminal-text.ts';
import { createHeaderFacts } from '../transcript/header-facts.ts';
import { createLiveTranscript, type LiveTranscript } from '../transcript/live-transcript.ts';
import { createTranscript } from '../transcript/transcript.ts';
import { approvalText, questionText } from './approval-text.ts';

/** A key that was pressed before the question could be read is no answer to it. */
const READING_MS = 600;
/** A key that another follows begins a text: who types one, or pastes it, allows nothing by its first letter. */
const ALONE_MS = 300;

/** The transcript as it grows, questions between, one line to type on. */
export async function talkToPerson(
  session: LiveSession,
  agent: LiveAgent,
  color: string | undefined,
): Promise<ExitCode> {
  return new Talk(session, String(agent), color).run();
}

class Talk {
  readonly #session: LiveSession;
  readonly #agent: string;
  readonly #output: Output = openOutput();
  readonly #transcript: LiveTranscript;
  readonly #facts: ReturnType<typeof createHeaderFacts>;
  readonly #input: Interface;
  #asked: { ask: Ask; since: number } | undefined;
  /** What the next line is: a reason, or a changed command. */
  #wants: 'reason' | 'change' | undefined;
  /** The answers to the first parts of a question that has several. */
  #given: string[][] = [];
  #isStopping = false;
  #isOurs = false;

  constructor(session: LiveSession, agent: string, color: string | undefined) {
    this.#session = session;
    this.#agent = agent;
    this.#facts = createHeaderFacts({ writer: () => agent });
    this.#transcript = createLiveTranscript({
      builder: createRunMessages({}),
      transcript: createTranscript({
        full: false,
        context: false,
        color,
        unfoldHint: ' (threadline show last --full)',
      }),
      output: this.#output,
      facts: () => this.#facts.facts(),
    });
    const { stdin, stdout } = process;
    this.#input = createInterface({
      input: stdin,
      output: stdout,
      terminal: stdin.isTTY && stdout.isTTY,
      prompt: '> ',
    });
  }

  async run(): Promise<ExitCode> {
    this.#input.on('line', (line) => void this.#typed(line).catch(fail));
    this.#input.on('SIGINT', () => void this.#stop().catch(fail));
    this.#input.on('close', () => void this.#close().catch(fail));
    process.stdin.on('keypress', (key: string | undefined) => void this.#pressed(key).catch(fail));
    report(`${this.#agent} waits for a prompt; Ctrl-D ends`);
    this.#input.prompt();
    for await (const event of this.#session) await this.#show(event);
    this.#transcript.end();
    await this.#output.flush();
    this.#input.close();
    return this.#isOurs ? exitCodes.ok : exitCodes.answerIsNo;
  }

  async #show(event: LiveEvent): Promise<void> {
    switch (event.type) {
      case 'approval.requested':
      case 'question.asked':
      case 'approval.resolved':
      case 'question.resolved':
        return this.#showNext();
      case 'live.warning':
        return this.#tell(event.file === undefined ? event.message : `${event.message}: ${event.file}`);
      case 'turn.stalled':
        return this.#tell(
          `the agent has said nothing for ${Math.round(event.silent_ms / 1000)} s; Ctrl-C interrupts it`,
        );
      case 'live.said':
        return this.#tell(event.delivered === 'steered' ? 'it reached the turn' : 'it waits for the end of the turn');
      case 'live.state':
        if (event.state === 'idle') this.#input.prompt(true);
        return;
      case 'live.mode':
        return;
      default:
        return this.#print(event);
    }
  }

  async #print(event: ThreadEvent): Promise<void> {
    const outcome: Outcome = { ok: true, line: 0, offset: 0, events: [event], problems: [] };
    this.#facts.add(event);
    this.#transcript.push(outcome);
    await this.#output.flush();
  }

  /** Shows the oldest that waits, one at a time. */
  async #showNext(): Promise<void> {
    const [ask] = this.#session.open;
    if (ask?.id === this.#asked?.ask.id) return;
    this.#wants = undefined;
    this.#given = [];
    this.#asked = ask && { ask, since: performance.now() };
    if (!ask) return;
    this.#output.append('allows' in ask ? approvalText(ask) : questionText(ask));
    await this.#output.flush();
    this.#input.prompt(true);
  }

  /** One key answers, where nothing is typed yet. */
  async #pressed(key: string | undefined): Promise<void> {
    const asked = this.#asked;
    if (!asked || !('allows' in asked.ask) || this.#wants || key === undefined) return;
    const isFirst = () => this.#input.line === key;
    if (!isFirst() || performance.now() - asked.since < READING_MS || !'aAed'.includes(key)) return;
    await delay(ALONE_MS);
    if (!isFirst() || this.#asked !== asked || this.#wants) return;
    this.#input.write(null, { ctrl: true, name: 'u' });
    await this.#answer(asked.ask, key);
  }

  async #answer(approval: Approval, key: string): Promise<void> {
    if (key === 'a') return approval.answer({ allow: 'once' });
    if (key === 'A' && approval.allows.includes('allow-session')) return approval.answer({ allow: 'session' });
    if (key === 'd') {
      this.#wants = 'reason';
      this.#tell('say why, or press Enter');
    } else if (key === 'e' && approval.allows.includes('allow-changed')) {
      this.#wants = 'change';
      this.#tell(approval.command === undefined ? 'change the input (JSON)' : 'change the command');
      this.#input.write(approval.command ?? JSON.stringify(approval.input));
    } else this.#tell('this agent does not take that answer here');
  }

  async #typed(line: string): Promise<void> {
    this.#isStopping = false;
    const ask = this.#asked?.ask;
    if (ask && 'allows' in ask) return this.#typedToApproval(ask, line);
    if (ask) return this.#typedToQuestion(ask, line);
    if (line.trim() === '') return;
    if (this.#session.state === 'idle') this.#session.send(line);
    else await this.#session.say(line);
  }

  async #typedToApproval(approval: Approval, line: string): Promise<void> {
    const wants = this.#wants;
    this.#wants = undefined;
    if (wants === 'reason') return approval.answer({ deny: true, ...(line.trim() !== '' && { reason: line }) });
    if (wants === 'change') return approval.answer({ allow: 'once', input: changedInput(approval, line) });
    const word = line.trim();
    if (word === 'a' || word === 'A' || word === 'e' || word === 'd') return this.#answer(approval, word);
    const reason = /^d\s+(.+)$/s.exec(word)?.[1];
    if (reason !== undefined) return approval.answer({ deny: true, reason });
    if (word !== '') await this.#session.say(line);
  }

  async #typedToQuestion(question: Exclude<Ask, Approval>, line: string): Promise<void> {
    if (line.trim() === '') return question.decline();
    const { questions } = question;
    const part = questions[this.#given.length];
    if (part) this.#given.push(chosen(part, line));
    const next = questions[this.#given.length];
    if (next) return this.#tell(`and: ${terminalLine(next.text)}`);
    return question.answer(Object.fromEntries(questions.map(({ id }, index) => [id, this.#given[index] ?? []])));
  }

  /** The first interrupts, the second ends. */
  async #stop(): Promise<void> {
    if (this.#isStopping || this.#session.state === 'idle') return this.#close();
    this.#isStopping = true;
    const { killed, left } = await this.#session.interrupt();
    const rest = left.map(({ pid, command }) => `${pid} ${terminalLine(command)}`).join('; ');
    this.#tell(
      `interrupted${killed > 0 ? `; ended ${killed} processes` : ''}${rest ? `; in the background: ${rest}` : ''}`,
    );
  }

  /** Tells something in the place of the line that is typed on, which comes again below. */
  #tell(message: string): void {
    const { stdout } = process;
    if (this.#input.terminal) {
      cursorTo(stdout, 0);
      clearLine(stdout, 0);
    }
    report(message);
    if (this.#session.state !== 'closed') this.#input.prompt(true);
  }

  async #close(): Promise<void> {
    if (this.#session.state === 'closed') return;
    this.#isOurs = true;
    await this.#session.close();
  }
}

/** Numbers choose by their place, several where several may be chosen. All else is a text. */
function chosen({ options = [], multiple }: QuestionPart, line: string): string[] {
  const words = multiple && /^[\d\s,]+$/.test(line) ? line.split(/[\s,]+/).filter(Boolean) : [line.trim()];
  const labels = words.map((word) => (/^\d+$/.test(word) ? options[Number(word) - 1]?.label : undefined) ?? word);
  return [...new Set(labels)];
}

function fail(error: unknown): void {
  report(error instanceof Error ? error.message : String(error));
}
