import { type CommandGroup, groups } from './commands.ts';

/** The longest name, `completion`, and two blanks. */
const NAME_WIDTH = 12;

/** What `threadline --help` prints: one screen that a newcomer can read. */
export function globalHelp(): string {
  return `threadline shows, searches and counts what coding agents did.

Usage: threadline COMMAND [ARGUMENT...] [OPTION...]
Start with: threadline sessions, threadline show last, threadline search WORDS

${groups.map(commonCommands).join('\n')}
Help: threadline help COMMAND|GROUP|exit-codes
Options: -h, --help  -v, --version
`;
}

/** The last line names the help that lists the rest. */
function commonCommands({ name, summary, common, rare }: CommandGroup): string {
  const more = rare.length === 0 ? '' : `  More: threadline help ${name}\n`;
  return `${summary}\n${common.map(listed).join('')}${more}`;
}

function listed({ name, summary }: { name: string; summary: string }): string {
  return `  ${name.padEnd(NAME_WIDTH)}${summary}\n`;
}

/** What `threadline help GROUP` prints: every command of a group. */
function groupHelp({ summary, common, rare }: CommandGroup): string {
  return `${summary}

${[...common, ...rare].map(listed).join('')}
'threadline help COMMAND' shows the options of a command.
`;
}

const EXIT_CODES = `Exit codes of every command

    0  success; also an empty input, an empty list, and a closed pipe
    1  the answer is no: the agent failed or cost too much, the search found
       nothing, a budget is exceeded, or a rule of --fail-on is broken
    2  wrong arguments
    3  no dialect recognises the input, or --strict and it has bad lines
    4  a file cannot be read or written, there is no such session, no agent to
       run, or a search could not look everywhere
  130  interrupted by Ctrl-C (129 hung up, 143 terminated)
`;

/** The help on a topic that is no command; undefined if there is none of this name. */
export function topicHelp(name: string): string | undefined {
  const group = groups.find((one) => one.name === name);
  if (group) return groupHelp(group);
  return name === 'exit-codes' ? EXIT_CODES : undefined;
}

/** The names that `topicHelp` knows. */
export function topics(): string[] {
  return [...groups.map(({ name }) => name), 'exit-codes'];
}
