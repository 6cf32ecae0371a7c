/** Characters that begin emphasis, code, a link, an image, a table's cell or a formula. */
const SPECIAL = /[\\`*_[\]~|$]|!$/g;
/** Characters that begin HTML or an entity. A backslash before one could be read as the end of an address before it. */
const MARKUP = /[&<>]/g;
/** Beginnings of a line that make it another block: a heading, a list, a rule, a table. */
const BLOCK_BEGINNING = /^(?:[#+\-=:]|\d{1,9}(?=[.)](?:\s|$)))/;
/** GitHub notifies people and issues that a text mentions, and turns all addresses into links. */
const MENTION = /@(?=[A-Za-z0-9])|#(?=\d)|\bGH-(?=\d)|\bhttps?:(?=\/)|\bwww(?=\.)/gi;
/** An address in text, up to a character with a meaning in Markdown. */
const ADDRESS = /\bhttps?:\/\/[A-Za-z0-9][\w.~:/?#@%=+,;-]{0,2000}[\w/=-]/g;
/** Splits a text invisibly, so that no mention is found in it. */
const CUT = '<!-- -->';

/** Text as Markdown that shows exactly this text. It may have several lines. */
export function escapeMarkdown(text: string): string {
  return text.split('\n').map(escapeLine).join('\n');
}

/** The same on one line. */
export function escapeMarkdownLine(text: string): string {
  return escapeLine(text.replaceAll('\n', ' '));
}

function escapeLine(line: string): string {
  return escapeWords(line.trim()).replace(BLOCK_BEGINNING, (beginning) =>
    /\d/.test(beginning) ? `${beginning}\\` : `\\${beginning}`,
  );
}

function escapeWords(words: string): string {
  return words
    .replace(MARKUP, (character) => ENTITIES[character] ?? '')
    .replace(SPECIAL, '\\$&')
    .replace(MENTION, `$&${CUT}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text inside other text: spaces at its ends count, and addresses are links unless they are inside one. */
export function escapeInline(text: string, isInLink = false): string {
  const words = text.trim();
  if (words === '') return space(text);
  const start = text.length - text.trimStart().length;
  return (
    space(text.slice(0, start)) +
    (isInLink ? escapeMarkdown(words) : withLinks(words)) +
    space(text.slice(start + words.length))
  );
}

function withLinks(text: string): string {
  let escaped = '';
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    escaped += `${pieceOf(text.slice(end, index))}<${address}>`;
    end = index + address.length;
  }
  return escaped + pieceOf(text.slice(end));
}

/** A piece of a text keeps the spaces at its ends. */
function pieceOf(piece: string): string {
  return piece === '' ? '' : escapeInline(piece, true);
}

/** Reduces spaces: Markdown makes no difference between one and many. */
function space(text: string): string {
  return text === '' ? '' : text.includes('\n') ? '\n' : ' ';
}

/** Code within a line. */
export function codeSpan(text: string): string {
  const line = text.replaceAll('\n', ' ');
  if (line.trim() === '') return '` `';
  const ticks = '`'.repeat(longestRun(line, '`') + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || (line.startsWith(' ') && line.endsWith(' ')) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A line of code in a cell of a table. A backslash before a bar would let the bar end the cell: such a line is text. */
export function cellCode(text: string): string {
  const isBroken = text.includes('|') && text.includes('\\');
  return isBroken ? escapeMarkdownLine(text) : codeSpan(text).replaceAll('|', '\\|');
}

/** A block of code, in a fence that nothing inside can end. */
export function codeFence(code: string, language = ''): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(code, '`') + 1));
  return `${ticks}${language}\n${code.trimEnd()}\n${ticks}`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    run = text[index] === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Puts a mark before each line, to nest it in a quote or a list. */
export function indented(text: string, first: string, others = first): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}
