/** Figures for people: few digits, a unit, and no false precision. */

/** By hand: the browser's own formats delay the page by 20 ms. */
export function formatCount(count: number): string {
  return grouped(String(Math.round(count)));
}

/** `12,408`: a comma after every third digit from the right. */
function grouped(digits: string): string {
  let text = digits;
  const first = digits.startsWith('-') ? 1 : 0;
  for (let at = digits.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

/** `184 k`, `1.2 M`. A no-break space keeps the unit with its number. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
  ] as const) {
    if (tokens >= size * 0.9995) return `${(tokens / size).toFixed(1)}\u00a0${unit}`;
  }
  return `${(tokens / 1000).toFixed(tokens >= 10_000 ? 0 : 1)}\u00a0k`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${units[unit]}`;
}

/** An unknown cost is a dash, never a zero. */
export function formatCost(cost: number | null | undefined): string {
  if (cost === null || cost === undefined) return '–';
  if (cost > 0 && cost < 0.005) return '<$0.01';
  const [dollars = '0', cents = '00'] = cost.toFixed(2).split('.');
  return `$${grouped(dollars)}.${cents}`;
}

/** `$138`: beside the total, cents of large sums say nothing. */
export function formatRoundCost(cost: number): string {
  return cost >= 100 ? `$${formatCount(cost)}` : formatCost(cost);
}

/** `0.8 s`, `38 s`, `6m 12s`, `1h 18m`, `3d 4h`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 1) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (seconds < 9.95) return `${withoutZero(seconds.toFixed(1))} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 10) return `${minutes}m ${String(whole % 60).padStart(2, '0')}s`;
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** `96 h 12 m`, `12 m`: a sum of many times. */
export function formatHours(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  const rest = `${minutes % 60}\u00a0m`;
  return hours > 0 ? `${formatCount(hours)}\u00a0h ${rest}` : rest;
}

/** `2`, not `2.0`. */
function withoutZero(digits: string): string {
  return digits.endsWith('.0') ? digits.slice(0, -2) : digits;
}

/** Like `formatTokens`, for a scale: round steps have no decimals. */
export function formatStep(tokens: number): string {
  return formatTokens(tokens).replace(/\.0(?=\u00a0)/, '');
}

export function percent(part: number, all: number): string {
  return `${all > 0 ? Math.round((100 * part) / all) : 0}\u00a0%`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
