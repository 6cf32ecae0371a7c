/** The agent's stderr, without the trace that a Rust program adds if RUST_BACKTRACE is set. */
export function withoutBacktrace(stderr: string): string {
  const trace = stderr.search(/^[ \t]*stack backtrace:[ \t\r]*$/im);
  return trace === -1 ? stderr : stderr.slice(0, trace);
}

/** The line of stderr that gives the reason: the last that calls itself an error, else the last one. */
export function stderrReason(stderr: string): string {
  const lines = withoutBacktrace(stderr)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('note: '));
  return lines.findLast((line) => /^[A-Za-z]*error:/i.test(line)) ?? lines.at(-1) ?? '';
}

/** `2 s`, `1.5 s`, `250 ms`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
