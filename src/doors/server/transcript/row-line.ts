import { describesLess } from '../../../machine/insights/story-call.ts';
import type { Row } from '../api-types.ts';
import { hideSecrets } from '../hide-secrets.ts';

/** The most characters of a line in a list. */
const MAX_LINE_LENGTH = 200;

/** The first line of a row's text or command that says something. */
export function lineOf({ blocks }: Row): string {
  for (const block of blocks) {
    const text = textOf(block);
    const line = text?.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
    if (line !== '') return hideSecrets(line.trim().slice(0, MAX_LINE_LENGTH));
  }
  return '';
}

/** The most characters of a call's name. */
const MAX_CALL_LENGTH = 120;

/** What a call is called in a list of calls: its command, its file, its tool. */
export function callLine({ blocks, kind }: Row): string {
  const [block] = blocks;
  if (!block) return kind;
  const name = callName(block, blocks.length);
  return (name.split('\n').find((line) => line.trim() !== '') ?? kind).trim().slice(0, MAX_CALL_LENGTH);
}

function callName(block: Row['blocks'][number], count: number): string {
  switch (block.type) {
    case 'command':
      return block.command.text.slice(0, 4 * MAX_CALL_LENGTH);
    case 'diff':
      return `${(block.movePath ?? block.path).split(/[\\/]/).at(-1)} +${block.add} −${block.del}${count > 1 ? ' …' : ''}`;
    case 'plan':
      return `plan, ${block.items.length} steps`;
    case 'web':
      return block.query ?? block.url ?? 'web';
    case 'call':
      return [block.server, block.tool, told(block.input.text)].filter(Boolean).join(' · ');
    default:
      return textOf(block)?.slice(0, 4 * MAX_CALL_LENGTH) ?? '';
  }
}

/** The words that say what a call is for, where its input has them. */
function told(input: string): string {
  const words = spoken(
    /"(?:description|prompt|query|pattern|url|name|file_path|path)": "((?:[^"\\]|\\.){1,100})/.exec(input)?.[1],
  );
  const prompt = spoken(/"prompt": "((?:[^"\\]|\\.){1,100})/.exec(input)?.[1]);
  return describesLess(words, prompt) ? prompt : words;
}

/** A text that stands in JSON, maybe cut off. */
function spoken(text = ''): string {
  return text.replaceAll(/\\(["\\/nrt])/g, (_, letter: string) => ESCAPED.get(letter) ?? letter);
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\n'],
  ['t', ' '],
]);

function textOf(block: Row['blocks'][number]): string | undefined {
  if (block.type === 'markdown' || block.type === 'plain') return block.text.text;
  if (block.type === 'command') return `$ ${block.command.text}`;
  return block.type === 'call' ? block.tool : undefined;
}
