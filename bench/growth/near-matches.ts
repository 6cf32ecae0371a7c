import { createRedactor, redactionRules } from 'threadline/redact';
import { cpuMsSince } from '../figures.ts';

const SHORT = 256 * 1024;
const LONG = 1024 * 1024;
const ROUNDS = 3;

/** CPU for 1 MB of what is nearly a secret by CPU for 256 kB of it, at the worst rule: 4 where time is linear. */
export function nearMatchGrowth(): number {
  const redactor = createRedactor();
  let worst = 0;
  for (const part of new Set(redactionRules.flatMap(({ keywords }) => nearMatches(keywords[0] ?? '')))) {
    const [short, long] = [SHORT, LONG].map((length) => part.repeat(Math.ceil(length / part.length)));
    if (short === undefined || long === undefined) continue;
    redactor.text(short);
    worst = Math.max(worst, cpuOf(long, redactor.text) / cpuOf(short, redactor.text));
  }
  return worst;
}

function nearMatches(keyword: string): string[] {
  return [keyword, `${keyword}aB3`, ` ${keyword}${'aB3dE5fG7h'.repeat(3)}`, `${keyword}="${'aB3dE5fG7h'.repeat(40)} `];
}

/** The least of some rounds: a busy machine only ever adds. */
function cpuOf(text: string, redact: (text: string) => string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    redact(text);
    least = Math.min(least, cpuMsSince(start));
  }
  return Math.max(least, 0.01);
}
