import { type CompletedCommand, type CompletedOption, quoted, wordsAfter } from './completed-command.ts';

export function fishScript(list: readonly CompletedCommand[]): string {
  const first = [...list, { name: 'help', summary: 'Show the help of a command' }].map(
    ({ name, summary }) => `complete -c threadline -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const words = ['help', 'completion'].map(
    (name) =>
      `complete -c threadline -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(wordsAfter(name, list).join(' '))}`,
  );
  const options = list.flatMap(({ name, options }) =>
    options.map((option) => `complete -c threadline -n '__fish_seen_subcommand_from ${name}' ${specification(option)}`),
  );
  return `# threadline: threadline completion fish > ~/.config/fish/completions/threadline.fish
${[...first, ...words, ...options].join('\n')}
`;
}

function specification({ name, short, takesValue, values }: CompletedOption): string {
  const parts = [`-l ${name}`];
  if (short !== undefined) parts.push(`-s ${short}`);
  if (values.length > 0) parts.push(`-x -a ${quoted(values.join(' '))}`);
  else if (takesValue) parts.push('-r');
  return parts.join(' ');
}
