import { createRedactor, redactionRules } from 'threadline/redact';
import { cpuMsSince } from '../figures.ts';

/** How much text, how often: the least of the rounds counts, because a busy machine only ever adds. */
interface Measuring {
  short: number;
  long: number;
  rounds: number;
}

/** There are hundreds of rules, and megabytes for each took minutes: a little text tells which ones grow. */
const FIRST_LOOK: Measuring = { short: 32 * 1024, long: 128 * 1024, rounds: 1 };
const MEASURED: Measuring = { short: 256 * 1024, long: 1024 * 1024, rounds: 3 };
const WORST_RULES = 8;

/** CPU for 1 MB of what is nearly a secret by CPU for 256 kB of it, at the worst rule: 4 where time is linear. */
export function nearMatchGrowth(): number {
  const { text: redact } = createRedactor();
  // Compiled before it is measured, or the first rule would pay for it.
  for (const { keywords } of redactionRules) redact(keywords.join(' ').repeat(1000));
  const words = redactionRules.map(({ keywords: [keyword = ''] }) => keyword);
  const byGrowth = words
    .map((keyword) => ({ keyword, growth: growthOf(keyword, FIRST_LOOK, redact) }))
    .toSorted((one, other) => other.growth - one.growth);
  return Math.max(...byGrowth.slice(0, WORST_RULES).map(({ keyword }) => growthOf(keyword, MEASURED, redact)));
}

function growthOf(keyword: string, { short, long, rounds }: Measuring, redact: (text: string) => string): number {
  const parts = [keyword, ` ${keyword}${'aB3dE5fG7h'.repeat(3)}`];
  const ofLength = (length: number) => parts.map((part) => part.repeat(Math.ceil(length / part.length)));
  // As much text both ways: a measurement of a few milliseconds would be chance.
  const times = long / short;
  const shortMs = cpuOf(ofLength(short), times, rounds, redact);
  return (cpuOf(ofLength(long), 1, rounds, redact) / shortMs) * times;
}

function cpuOf(texts: readonly string[], times: number, rounds: number, redact: (text: string) => string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    for (let time = 0; time < times; time += 1) for (const text of texts) redact(text);
    least = Math.min(least, cpuMsSince(start));
  }
  return least;
}
