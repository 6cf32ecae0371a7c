import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endlessProducer, exitCodeOf, runShell, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

it('an endless producer into head -1 ends quietly, having read less than 64 MB', async () => {
  const produce = `"$NODE" '${endlessProducer}' '${shellRun}' 2>produced`;
  const convert = `($THREADLINE convert --to events 2>complaints; echo $? >status)`;
  const script = `${produce} | ${convert} | head -1; sleep 1; cat produced status complaints >&2`;
  const result = await runShell(script, { cwd: folder.path });
  expect(JSON.parse(result.stdout)).toMatchObject({ type: 'thread.started' });
  const [produced, status, ...complaints] = result.stderr.split('\n');
  expect(Number(produced)).toBeGreaterThan(0);
  expect(Number(produced)).toBeLessThan(64e6);
  expect({ status, complaints }).toEqual({ status: '0', complaints: [''] });
});

it.each([['convert', shellRun, '--to', 'events'], ['check', shellRun], ['check', '--json', shellRun], ['--help']])(
  '%s: a reader that closes the pipe without reading is no fault',
  async (...args) => {
    const child = startCli(args);
    child.stdin.end();
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    expect(await exitCodeOf(child)).toBe(0);
    expect(stderr).toBe('');
  },
);

it('closed standard streams are no fault', async () => {
  const script = `$THREADLINE convert '${shellRun}' --to events >&- && $THREADLINE convert --to events <&- 2>&-`;
  expect(await runShell(script)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

it.for([
  [`convert '${shellRun}' --to events`, 'standard output'],
  [`check '${shellRun}'`, 'standard output'],
  ['--help', 'standard output'],
  [`convert '${shellRun}' --to events -o /dev/full`, '/dev/full'],
])('%s on a full disk gets one clear line and 4', async ([command, name], context) => {
  if (!existsSync('/dev/full')) return context.skip('this system has no /dev/full');
  const result = await runShell(`$THREADLINE ${command} > /dev/full`);
  const stderr = `threadline: cannot write to ${name}: no space left on device\n`;
  expect(result).toEqual({ exitCode: 4, stdout: '', stderr });
});

it('a reader that is slow slows the producer', async () => {
  const child = startCli(['convert', '--to', 'events']);
  const line = `${JSON.stringify({ type: 'error', message: 'x'.repeat(100_000) })}\n`;
  child.stdin.on('error', () => {});
  let accepted = 0;
  // Nobody reads stdout: after the buffers between the processes are full, no more input may be taken.
  while (accepted < 1000 && child.stdin.write(line)) accepted += 1;
  for (let quiet = 0; quiet < 5 && accepted < 1000; ) {
    const drained = new Promise((resolve) => child.stdin.once('drain', () => resolve(true)));
    const waited = new Promise((resolve) => setTimeout(() => resolve(false), 200));
    if (!(await Promise.race([drained, waited]))) quiet += 1;
    else while (accepted < 1000 && child.stdin.write(line)) accepted += 1;
  }
  expect(accepted).toBeLessThan(100);
  child.kill('SIGKILL');
});

it('an interrupt ends it with 130', async () => {
  const child = startCli(['convert', '--to', 'events']);
  child.stdin.write('{"type":"thread.started","thread_id":"t"}\n');
  child.stdout.once('data', () => child.kill('SIGINT'));
  expect(await exitCodeOf(child)).toBe(130);
});
