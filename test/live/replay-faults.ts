import type { LiveAgent } from 'threadline/live';
import { readAll } from '../parity/live-traffic.ts';
import { conversationOf, entriesOf, replay } from './replay-client.ts';

/** Recordings that our client cannot live through as the recorded one did, and why. docs/live.md has each of the reasons. */
export const APART: readonly { where: RegExp; why: string }[] = [
  { where: /-one-process$/, why: 'settings, odd lines and several sessions in one process' },
  { where: /a28-|a29-|a31-/, why: 'several clients or servers at once' },
  { where: /a18-two-sessions|a23-two-threads/, why: 'several sessions in one process' },
  { where: /a16-malformed|a19-malformed|c8[defg]\d?-|c15-|a36-/, why: 'lines that ours never writes' },
  { where: /a11j-/, why: 'two requests at once: this client answers the first first' },
  { where: /a2[12]-/, why: 'a compaction or a review that the client asks for' },
  { where: /c8a-/, why: 'the agent goes on after its input was closed: ours is ended' },
  { where: /c2j-|c8c-|a2[hi]-|a5d-/, why: 'answers that come twice, late or to nobody: ours gives one' },
  {
    where: /a8\w?-(?:history|rollback|revert|sessions|resume)|a7\w?-|a32-|c11|c14-/,
    why: 'other sessions, and turns that are taken back',
  },
  { where: /a14|a6-|c6/, why: 'texts in a turn, some of them on purpose too late or for another turn' },
  { where: /a5|a13|c5|a11h|c19-/, why: 'interrupts: ours denies what is open first, and ends what the turn left' },
  {
    where: /a2[bk]-|a11[ceg]|a12c|a35-|c2[ef]/,
    why: "the agent's own wider grants: ours are one by one, so later requests differ",
  },
  {
    where: /a13-host-caps|a26-|a27-|a18-dynamic|c9a-|c10-|c20-|a1[67]-|a15-|a33-/,
    why: 'abilities of a client that ours does not offer',
  },
  { where: /a8-modes|c7|c18|a34-|c4|c2[ac]?d2?-allow-no|c1[bc]-/, why: 'modes that are set otherwise' },
];

/** Those that are not opened at all: what `openLive` says, and why it is right. */
export const REFUSED: readonly { where: RegExp; says: RegExp; why: string }[] = [
  {
    where: /^codex.*(?:v1-|a21-review|a19-malformed|a27-)/,
    says: /no threads that can be controlled/,
    why: "Codex's first API, and connections without a thread",
  },
  { where: /^codex-acp/, says: /does not list the mode/, why: 'an agent whose modes are none that asks' },
  { where: /c8g2-not-json|c8g-missing/, says: /closed|ended/, why: 'a process that ended of a bad line' },
  { where: /a16-malformed|a8-modes|a0-one/, says: /mode/, why: 'a recorded refusal of a mode' },
  { where: /c7b-/, says: /bypassPermissions/, why: 'a recorded refusal of a mode' },
  {
    where: /2\.1\.75\/c1(?:0|c)-/,
    says: /did not answer 'initialize'/,
    why: 'a process that did not answer the greeting before it got a prompt',
  },
];

const KNOWN = new Set(['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot']);

export interface Judged {
  faults: string[];
  /** True if it was lived through to the end exactly as the recorded client did. */
  isSame: boolean;
}

/** Lives through a recording and tells what is not as it was: events, answers, endings. */
async function judge(name: string, path: string): Promise<Judged> {
  const agent = name.split(/[/]|-\d/)[0] ?? '';
  const control: LiveAgent = KNOWN.has(agent) ? (agent as LiveAgent) : { acp: [agent], name: agent };
  const { refused, events, missed, turned, survivors, isLate } = await replay(control, path);
  const fault = (what: string) => `${name}: ${what}`;
  if (refused !== undefined) {
    const isKnown = REFUSED.some(({ where, says }) => where.test(name) && says.test(refused));
    return { faults: isKnown ? [] : [fault(`refused: ${refused}`)], isSame: false };
  }
  const faults: string[] = [];
  if (isLate) faults.push(fault('does not end'));
  if (survivors.length > 0) faults.push(fault(`leaves ${survivors.length} processes`));
  if (APART.some(({ where }) => where.test(name))) return { faults, isSame: false };
  for (const answer of turned) faults.push(fault(answer));
  if (missed.length > 0) faults.push(fault(`was not said: ${missed.join(', ')}`));
  faults.push(...differences(path, conversationOf(events)).map(fault));
  return { faults, isSame: faults.length === 0 };
}

function differences(path: string, seen: string[]): string[] {
  const lines = entriesOf(path).map((entry) => `${JSON.stringify(entry)}\n`);
  const recorded = conversationOf(readAll(new TextEncoder().encode(lines.join(''))).events);
  // A session that ends in the middle of a turn tells that the turn is over.
  if (seen.length === recorded.length + 1 && seen.at(-1) === 'turn.aborted') seen.pop();
  const at = seen.findIndex((line, index) => line !== recorded[index]);
  if (at === -1 && seen.length === recorded.length) return [];
  const place = at === -1 ? seen.length : at;
  return [`event ${place} of ${recorded.length} is ${seen[place] ?? 'missing'}, was ${recorded[place] ?? 'none'}`];
}

/** Several at a time: most of the time is spent in waiting. */
export async function judgeAll(recordings: readonly { name: string; path: string }[], atOnce = 4): Promise<Judged[]> {
  const queue = [...recordings];
  const judged: Judged[] = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) judged.push(await judge(next.name, next.path));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return judged;
}
