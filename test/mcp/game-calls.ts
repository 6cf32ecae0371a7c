import { gameSessions } from './game-home.ts';

/** A call of a tool. */
export interface GameCall {
  tool: string;
  args: Record<string, unknown>;
}

const NEAR = [
  'zebra',
  'giraffe',
  'total',
  'deployed',
  'token',
  'password',
  'redacted',
  'the',
  'e',
  '.',
  '_',
  '-',
  '日本',
];

/** Calls of an asker who knows both secrets, and wants to know which of them is in the archive. */
export function createAsker(random: () => number, secrets: readonly string[]): () => GameCall {
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

  /** A part of a secret, sometimes with a wrong letter or another case. */
  function guess(most = 60): string {
    const secret = pick(secrets);
    const start = random() < 0.3 ? 0 : below(secret.length);
    const part = secret.slice(start, start + 1 + below(Math.min(most, secret.length - start)));
    const kind = random();
    if (kind < 0.1) return `${part}${pick([...'abcXYZ019_-'])}`;
    if (kind < 0.2) return part.toUpperCase();
    return kind < 0.25 ? [...part].reverse().join('') : part;
  }

  function pattern(): string {
    const part = escaped(guess());
    const near = escaped(pick(NEAR));
    return pick([
      part,
      `${part}|${near}`,
      `${near}|${part}`,
      `${near}(?=[^]{0,40}${part})`,
      `(?<=${part}[^]{0,40})${near}`,
      `(?!${part})${near}`,
      `^(?![^]*${part})[^]*${near}`,
      `${near}[^]{0,80}?${part}`,
      `[${escaped(pick([...guess(1)]) ?? 'a')}]\\w{${1 + below(6)}}`,
      `(${part}){1,2}`,
    ]);
  }

  function query(): Record<string, unknown> {
    const mode = pick(['words', 'words', 'words', 'phrase', 'phrase', 'exact', 'exact', 'exact', 'regex']);
    if (mode === 'regex') return { query: pattern(), mode };
    if (mode === 'exact') return { query: pick([guess(), `${pick(NEAR)} ${guess()}`, guess(3), pick(NEAR)]), mode };
    const words = pick([
      guess(),
      `${guess(12)}*`,
      `${pick(NEAR)} ${guess(20)}*`,
      `${pick(NEAR)} ${pick(NEAR)}`,
      pick(NEAR),
    ]);
    return { query: words, mode };
  }

  function filters(): Record<string, unknown> {
    const chosen: Record<string, unknown> = {};
    if (random() < 0.1) chosen.role = pick(['user', 'assistant', 'system']);
    if (random() < 0.15) chosen.kind = pick(['text', 'thinking', 'tool_use', 'tool_result', 'image']);
    if (random() < 0.1) chosen.tool = pick(['Bash', 'Write', 'deploy', guess()]);
    if (random() < 0.15) chosen.file = pick([`${guess()}.txt`, `keys/${guess()}.txt`, 'keys', guess()]);
    if (random() < 0.1) chosen.session = pick(gameSessions);
    if (random() < 0.1) chosen.since = pick(['2026-01-01T00:10:00Z', '2026-02-01']);
    if (random() < 0.1) chosen.until = pick(['2026-01-01T00:30:00Z', '2026-02-01']);
    if (random() < 0.05) chosen.errors = true;
    if (random() < 0.5) chosen.limit = 1 + below(50);
    return chosen;
  }

  return () => {
    const kind = random();
    if (kind < 0.04) return { tool: 'list_sessions', args: { limit: 1 + below(20), skip: below(4) } };
    if (kind < 0.06) return { tool: 'session_usage', args: { session: pick(gameSessions) } };
    if (kind < 0.08) return { tool: 'read_session', args: { session: guess().padEnd(6, 'x') } };
    if (kind < 0.16) {
      const place = pick([{ from: below(30) }, { message: guess() }, {}]);
      return { tool: 'read_session', args: { session: pick(gameSessions), count: 1 + below(100), ...place } };
    }
    return { tool: 'search_sessions', args: { ...filters(), ...query() } };
  };
}
