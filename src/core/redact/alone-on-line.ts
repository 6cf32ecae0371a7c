import type { Reading } from './scan/reading.ts';

/** The quote before the first line of a text in JSON, also of one inside of a text. */
function isOpeningOfText(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x22 && /":\s?\\{0,7}$/.test(text.slice(Math.max(0, at - 10), at));
}

/** True if nothing else stands on the line but the name, its value, and marks of a diff, a list or a number. */
export function isAloneOnLine(reading: Reading, nameStart: number, valueEnd: number): boolean {
  const { text } = reading;
  let at = nameStart;
  for (let count = 0; at > 0 && count < 160; count += 1) {
    const code = text.charCodeAt(at - 1);
    if (code === 0x0a || isOpeningOfText(text, at - 1)) break;
    if (code === 0x5c && text.charCodeAt(at) === 0x6e) {
      at += 1;
      break;
    }
    if (code === 0x5c || code > 0x7f) return text.charCodeAt(at - 1) === 0x2192;
    // `file.env:14:`, `+`, `-`, `12|`, `"`, a time before a log's line.
    at -= 1;
  }
  if (
    !/^(?:[\w./@-]{1,100}[:-]\d{1,7}[:-])?[\s+>|\d:TZ.\-"'#$*]{0,60}(?:export |set |env |- )?$/.test(
      text.slice(at, nameStart),
    )
  )
    return false;
  const rest = text.charCodeAt(valueEnd);
  return (
    Number.isNaN(rest) ||
    rest === 0x0a ||
    rest === 0x0d ||
    rest === 0x22 ||
    rest === 0x5c ||
    (rest === 0x20 && /^ {1,4}(?:#|\n|$)/.test(text.slice(valueEnd, valueEnd + 8)))
  );
}
