import { createRedactor, redactionRules } from 'threadline/redact';
import { cpuMsSince } from '../figures.ts';

const SHORT = 256 * 1024;
const LONG = 1024 * 1024;
const ROUNDS = 3;

/** CPU for 1 MB of what is nearly a secret by CPU for 256 kB of it, at the worst rule: 4 where time is linear. */
export function nearMatchGrowth(): number {
  const { text: redact } = createRedactor();
  // Compiled before it is measured, or the first rule would pay for it.
  for (const { keywords } of redactionRules) redact(keywords.join(' ').repeat(1000));
  const ratios = redactionRules.map(({ keywords: [keyword = ''] }) => {
    const parts = [keyword, ` ${keyword}${'aB3dE5fG7h'.repeat(3)}`];
    const ofLength = (length: number) => parts.map((part) => part.repeat(Math.ceil(length / part.length)));
    // As much text both ways: a measurement of a few milliseconds would be chance.
    const times = LONG / SHORT;
    const short = cpuOf(ofLength(SHORT), times, redact);
    return (cpuOf(ofLength(LONG), 1, redact) / short) * times;
  });
  return Math.max(...ratios);
}

/** The least of some rounds: a busy machine only ever adds. */
function cpuOf(texts: readonly string[], times: number, redact: (text: string) => string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    for (let time = 0; time < times; time += 1) for (const text of texts) redact(text);
    least = Math.min(least, cpuMsSince(start));
  }
  return least;
}
