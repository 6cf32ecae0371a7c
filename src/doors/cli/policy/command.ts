import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline policy: try the rules that answer an agent's questions.

Usage
  threadline policy check FILE [--json]

  Reads approvals from standard input, one JSON object a line, and writes for
  each what the policy says and by which of its rules:

    {"kind": "command", "tool": "Bash", "command": "git status", "cwd": "/x"}
    {"decide":"allow","rule":0,"why":"rule 0 says allow"}

  An approval has kind, cwd, and tool, command, changes ([{"path"}]), url and
  input as they apply. A line that is no approval is denied. Without input the
  file is only checked.

A policy
  {"version": 1, "rules": [{"decide": "allow", "command": ["git", "status"]},
  {"decide": "deny", "path": "secrets/**"}], "default": "ask"}

  decide is allow, ask or deny; tool, command, path and host are conditions, and
  all of a rule must hold. The first rule that holds counts, by its number from
  0. docs/live.md has the rules in full.

Options
      --json         Write the same; it is JSON anyway
  -h, --help         Show this help

Exit codes
  0  done      2  wrong arguments, or the file is no policy
  4  the file cannot be read
` as const;

const options = optionsOf(help);

export const policyCommand = defineCommand('policy', help, options, async ({ positionals }) => {
  const [action, file, ...others] = positionals;
  if (action === undefined) throw usageError('say which file to check: policy check FILE', 'policy');
  if (action !== 'check') throw usageError(`there is no 'policy ${action}'; there is: check`, 'policy');
  if (file === undefined || others.length > 0) throw usageError('policy check takes one FILE', 'policy');
  const { checkPolicy } = await import('./check-policy.ts');
  return checkPolicy(file);
});
