import type { UsageTotal } from '../../../machine/usage/usage-total.ts';

/** `987`, `12.3k`, `4.56M`: three digits say enough. */
export function shortCount(count: number): string {
  let value = count;
  let letter = '';
  // From just below a thousand on, because 999 950 would be 1000k.
  for (const next of LETTERS) {
    if (value < 999.5) break;
    value /= 1000;
    letter = next;
  }
  return letter === '' ? String(Math.round(value)) : threeDigits(value) + letter;
}

const LETTERS = ['k', 'M', 'G', 'T'];

function threeDigits(value: number): string {
  return value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

/** `$12.34`. Small amounts have as many digits as they need to differ from zero. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0';
  return `$${usd < 0.01 ? usd.toFixed(4) : usd < 1000 ? usd.toFixed(2) : Math.round(usd)}`;
}

/** The total cost of requests: `+` if part of it has no price, `?` if nothing has. */
export function costText({ costUsd, unpriced }: UsageTotal): string {
  if (costUsd === null) return '?';
  return dollars(costUsd) + (Object.keys(unpriced).length > 0 ? '+' : '');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `width` columns for the most. Any value above zero shows. */
export function barText(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((value / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
