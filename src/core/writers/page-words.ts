import type { Usage } from '../thread/usage.ts';

// Words for facts on pages. They are the same on every machine, whatever its zone and its language.

/** `2026-11-15 07:08 UTC`. Empty if unknown. */
export function dateText(time: number | undefined): string {
  const iso = isoText(time);
  return iso === '' ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** `07:08:09` */
export function clockText(time: number | undefined): string {
  return isoText(time).slice(11, 19);
}

export function isoText(time: number | undefined): string {
  const date = new Date(time || Number.NaN);
  return Number.isNaN(date.getTime()) || date.getTime() < 0 || date.getUTCFullYear() > 9999 ? '' : date.toISOString();
}

/** `6m 12s`, `1h 3m`, `6.4 s` */
export function durationText(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !(milliseconds >= 0) || !Number.isFinite(milliseconds)) return '';
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours < 48 ? `${hours}h ${minutes}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** `184k tokens, 71 % cached` */
export function tokensText(usage: Usage | undefined): string {
  if (!usage) return '';
  const total = usage.total_tokens ?? usage.input_tokens + usage.output_tokens;
  const share = usage.input_tokens > 0 ? Math.round(((usage.cached_input_tokens ?? 0) / usage.input_tokens) * 100) : 0;
  return `${shortCount(total)} tokens${share > 0 ? `, ${share} % cached` : ''}`;
}

/** `940`, `18.4k`, `184k`, `1.2M` */
function shortCount(count: number): string {
  if (count < 1000) return String(count);
  for (const [unit, size] of [
    ['M', 1e6],
    ['k', 1e3],
  ] as const) {
    if (count >= size) return `${(count / size).toFixed(count < 100 * size ? 1 : 0).replace(/\.0$/, '')}${unit}`;
  }
  return String(count);
}

/** `11.2 kB` */
export function sizeText(length: number): string {
  if (length < 1000) return `${length} B`;
  return length < 1e6 ? `${(length / 1000).toFixed(1)} kB` : `${(length / 1e6).toFixed(1)} MB`;
}

/** A path relative to the thread's working folder. */
export function pathText(path: string, cwd: string | undefined): string {
  return cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
