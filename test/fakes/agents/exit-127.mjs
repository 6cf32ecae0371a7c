process.stderr.write('codex: command not found\n');
process.exitCode = 127;
