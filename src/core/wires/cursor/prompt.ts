import type { Piece } from '../described-thread.ts';

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/g;
const TIME = /<timestamp>([^<]{1,80})<\/timestamp>/;
/** `Wednesday, Sep 16, 2026, 8:21 AM (UTC-4)` */
const CLOCK = /([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d) ([AP]M) \(UTC([+-]\d{1,2})?(?::(\d\d))?\)/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** What a person typed stands between tags, with a time since the middle of 2026. All the rest was put around it. */
export function cursorPrompt(text: string): { pieces: Piece[]; time?: string | undefined } {
  const typed = Array.from(text.matchAll(QUERY), ([, query = '']) => query);
  const time = timeOf(TIME.exec(text)?.[1] ?? '');
  if (typed.length > 0) return { pieces: [{ is: 'prompt', text: typed.join('\n') }], time };
  // A text of tags alone is context: `<user_info>`, `<dynamic_tools>`.
  return { pieces: [{ is: 'prompt', text, injected: /^\s*<[a-z_]+>/.test(text) }], time };
}

function timeOf(text: string): string | undefined {
  const [, month = '', day, year, hour = '', minute, half, zone = '+0', zoneMinute = '0'] = CLOCK.exec(text) ?? [];
  const number = MONTHS.indexOf(month) / 3;
  if (month === '' || !Number.isInteger(number) || number < 0) return undefined;
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const offset = Number(zone) * 60 + (zone.startsWith('-') ? -1 : 1) * Number(zoneMinute);
  const at = Date.UTC(Number(year), number, Number(day), hours, Number(minute)) - offset * 60_000;
  return new Date(at).toISOString();
}
