import { type CompletedCommand, type CompletedOption, quoted, wordsAfter } from './completed-command.ts';

export function zshScript(list: readonly CompletedCommand[]): string {
  const names = list.map(({ name, summary }) => quoted(`${name}:${summary.replaceAll(':', ' -')}`));
  const cases = list.map(({ name, options }) => {
    const words = wordsAfter(name, list);
    const rest = words.length > 0 ? `'*: :(${words.join(' ')})'` : `'*:file:_files'`;
    return `    ${name}) _arguments -s ${[...options.flatMap(specifications), rest].join(' ')} ;;`;
  });
  return `#compdef threadline
# threadline: eval "$(threadline completion zsh)"
_threadline() {
  local -a commands
  commands=(${names.join(' ')} 'help:Show the help of a command')
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  shift words
  (( CURRENT -= 1 ))
  case $words[1] in
${cases.join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if (( $+functions[compdef] )); then compdef _threadline threadline; fi
`;
}

function specifications({ name, short, takesValue, values, isRepeatable }: CompletedOption): string[] {
  const star = isRepeatable ? '*' : '';
  const value = takesValue ? `:${name}:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : '';
  const long = `'${star}--${name}${value}'`;
  return short === undefined ? [long] : [long, `'${star}-${short}${value}'`];
}
