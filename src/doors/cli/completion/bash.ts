import { type CompletedCommand, type CompletedOption, quoted, wordsAfter } from './completed-command.ts';

/** Where nothing is known, the shell's own completion gives the names of files. */
export function bashScript(list: readonly CompletedCommand[]): string {
  const names = [...list.map(({ name }) => name), 'help', '--help', '--version'];
  const words = ['help', 'completion'].map(
    (name) => `    ${name}) words=${quoted(wordsAfter(name, list).join(' '))} ;;`,
  );
  const options = list.map(
    ({ name, options }) => `    ${name}) options=${quoted(options.flatMap(spellings).join(' '))} ;;`,
  );
  return `# threadline: eval "$(threadline completion bash)"
_threadline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options='' words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(names.join(' '))} -- "$current"))
    return
  fi
  case "$previous" in
${valueCases(list)}
  esac
  case "\${COMP_WORDS[1]}" in
${options.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${words.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _threadline threadline
`;
}

function spellings({ name, short }: CompletedOption): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** After an option that takes a value: its values, or what the shell finds. */
function valueCases(list: readonly CompletedCommand[]): string {
  const cases = new Map<string, string>();
  for (const option of list.flatMap(({ options }) => options)) {
    if (!option.takesValue) continue;
    const { values } = option;
    const known = `COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current")); return`;
    cases.set(`--${option.name}`, values.length > 0 ? known : 'return');
  }
  return Array.from(cases, ([name, action]) => `    ${name}) ${action} ;;`).join('\n');
}
