import type { ParseArgsOptionsConfig } from 'node:util';

/** The text after the two dashes on each line of a help text that describes an option. */
type OptionLines<Help extends string> = LongLines<Help> | ShortLines<Help>;
type LongLines<Help extends string, Found = never> = Help extends `${string}\n      --${infer Line}\n${infer Rest}`
  ? LongLines<`\n${Rest}`, Found | Line>
  : Found;
type ShortLines<
  Help extends string,
  Found = never,
> = Help extends `${string}\n  -${string}, --${infer Line}\n${infer Rest}`
  ? ShortLines<`\n${Rest}`, Found | Line>
  : Found;

type NameOf<Line> = Line extends `${infer Name} ${string}` ? Name : Line;
/** One blank precedes the name of a value. Several precede the description. */
type TypeOf<Line> = Line extends `${string} ${infer After}`
  ? After extends ` ${string}`
    ? 'boolean'
    : 'string'
  : 'boolean';

type OptionsOf<Help extends string, List extends string> = {
  readonly [Line in OptionLines<`\n${Help}\n`> as Exclude<
    NameOf<Line>,
    'help' | `${string},`
  >]: NameOf<Line> extends List ? { type: 'string'; multiple: true } : { type: TypeOf<Line> };
};

const OPTION_LINE = /^(?: {6}| {2}-(?<short>\w), )--(?<name>[\w-]+)(?:(?<value> \S)| |$)/gm;

/** Reads a command's options from its help, so that the two cannot disagree. Options in `lists` may be repeated. */
export function optionsOf<const Help extends string, const List extends string = never>(help: Help, ...lists: List[]) {
  const options: ParseArgsOptionsConfig = {};
  for (const { groups } of help.matchAll(OPTION_LINE)) {
    const { name = '', short, value } = groups ?? {};
    const multiple = lists.some((list) => list === name);
    if (name === 'help') continue;
    options[name] = { type: value ? 'string' : 'boolean', ...(short && { short }), ...(multiple && { multiple }) };
  }
  return options as OptionsOf<Help, List>;
}
