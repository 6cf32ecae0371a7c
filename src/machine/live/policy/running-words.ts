/** Programs that run what follows them, and words of a shell before which a command begins. */
const RUNNERS = new Set(
  [
    'sudo doas su runuser pkexec env exec command builtin eval coproc trap nohup time nice ionice xargs parallel',
    'setsid stdbuf timeout busybox toybox watch flock strace chroot unshare nsenter script systemd-run chrt taskset',
    'ssh tmux screen hyperfine entr caffeinate unbuffer chronic ifne valgrind gdb perf rlwrap firejail bwrap cmd start',
    'then do else elif if while until ! { alias export declare typeset local readonly',
  ].flatMap((line) => line.split(' ')),
);
const SHELL = /^(?:r?ba|z|da|[mo]?k|a|ya|fi|t?c|pow?er|pw)?sh$|^powershell$/;
/** Words of other programs behind which one begins: `find -exec`, `docker exec`, `uv run`, `git submodule foreach`. */
const RUNNING_WORD = /^(?:-(?:exec|ok)(?:dir)?|--|-[xX]|--exec(?:-batch)?|exec|run|dlx|foreach|--[\w-]{1,20}-filter)$/;
/** The same in one word: `--exec=rm`, `-S'rm -rf x'` of `env`, `alias.x=!rm` of `git -c`. */
const JOINED = /^(?:--exec=|--[\w-]{1,20}-filter=|-\w{0,8}S|--split-string=|[\w.-]{1,80}=!)(.+)/s;

/** True if what follows this program may be a program too. */
export const isRunner = (program: string) => RUNNERS.has(program) || SHELL.test(program);

/** Where the program begins that one of these words runs. -1 if none does. */
export function runFrom(words: readonly string[]): number {
  return words.findIndex((word) => RUNNING_WORD.test(word)) + 1 || -1;
}

/** The program that stands in one word with the option that runs it. */
export const joinedProgram = (word: string) => JOINED.exec(word)?.[1];
