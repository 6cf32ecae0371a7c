// `npm start` opens the viewer; `npm start -- --once` shows the product on bundled recordings of real runs and ends;
// `npm start -- COMMAND …` runs the command line itself.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const recording = 'test/fixtures/codex/0.166.0/s2-shell/stdout.jsonl';
const session = 'test/fixtures/codex/0.166.0/s3-patch/rollout.jsonl';
const width = Math.min(process.stdout.columns || 80, 100);
const colors = process.stdout.isTTY && !process.env.NO_COLOR;

const bold = (text) => (colors ? `\x1b[1m${text}\x1b[22m` : text);
const print = (...lines) => process.stdout.write(`${lines.join('\n')}\n`);

function threadline(args, options) {
  return spawnSync(process.execPath, [join(root, 'bin/threadline.js'), ...args], { cwd: root, ...options });
}

function outputOf(args) {
  // Laid out for the screen that it will be shown on, though it comes through a pipe.
  const env = { ...process.env, COLUMNS: String(width), FORCE_COLOR: colors ? '1' : '0' };
  const { status, stdout } = threadline(args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env });
  if (status !== 0) process.exit(status ?? 1);
  return stdout.trimEnd();
}

/** One event on one line: its kind, what it is about, and the beginning of its text. */
function summary(event) {
  const item = event.item ?? {};
  const usage = event.usage && `${event.usage.input_tokens} tokens in, ${event.usage.output_tokens} out`;
  const exit = typeof item.exit_code === 'number' ? ` → exit code ${item.exit_code}` : '';
  const text = item.command ?? item.text ?? item.message ?? usage ?? (event.item ? '' : event.thread_id) ?? '';
  const columns = `  ${event.type.padEnd(15)} ${(item.type ?? '').padEnd(18)} `;
  return (columns + clip(oneLine(text), width - columns.length - exit.length) + exit).trimEnd();
}

function oneLine(text) {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function clip(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function demo() {
  print('', bold('threadline reads what coding agents write, into one typed model.'));
  print('Two real recordings of Codex CLI 0.166: what it printed, and what it kept.', '');
  print(bold('1. What is in a file?'), `  threadline check FILE`, '', outputOf(['check', recording]), '');
  print(bold('2. Its typed events'), '  threadline convert FILE --to events        (JSON lines; shortened here)', '');
  for (const line of outputOf(['convert', recording, '--to', 'events']).split('\n')) print(summary(JSON.parse(line)));
  print('', bold('3. A session file as a transcript'), '  threadline show FILE', '', outputOf(['show', session]), '');
  print(bold('Try next, with your own'));
  print('  npm start                                         your sessions in a browser');
  print('  npm start -- sessions                             your sessions');
  print('  npm start -- show last                            the newest as a transcript');
  print('  npm start --silent -- convert FILE --to messages  Claude-compatible messages');
  print('  npm start -- run "Which files are here?"          run Codex');
  print('', 'README.md shows the library; `npm start -- --help` shows every command.', '');
}

/** Serves until it is interrupted, which is then no failure. */
function serve(options) {
  const interruptions = [130, 143];
  const command = [join(root, 'bin/threadline.js'), 'serve', '--open', ...options];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself, and this process only has to outlive it; one that was meant for this
  // process alone is handed on.
  process.on('SIGINT', () => setTimeout(() => child.kill('SIGINT'), 1000).unref());
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = interruptions.includes(code) ? 0 : (code ?? 1);
  });
}

// A reader that has seen enough (`npm start | head`) is no fault.
process.stdout.on('error', () => process.exit(0));
const args = process.argv.slice(2);
if (args.length === 1 && args[0] === '--once') demo();
else if (args.length === 0 || args[0].startsWith('--port') || args[0] === '--open' || args[0] === '--sample')
  serve(args);
// npm changes into the repository; the user's file names count from where the user stands.
else process.exitCode = threadline(args, { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: 'inherit' }).status ?? 1;
