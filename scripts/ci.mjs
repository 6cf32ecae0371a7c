// Runs every check one after the other, goes on after a failing one, and ends with the sums. Plain JavaScript for Node 18.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand, root } from './toolchain.mjs';

const shared = process.env.THREADLINE_SHARED ?? join(root, '..', 'shared');

/**
 * `tests`: the step is a vitest run, so its tests are counted; any other step counts as one. `needs`: skipped without this path.
 */
const steps = [
  {
    name: 'tests',
    npm: ['test'],
    tests: true,
    env: {
      THREADLINE_EVERY_RECORDING: 'yes',
      THREADLINE_TAIL_SEQUENCES: '300',
      THREADLINE_LIVES: '2000',
      THREADLINE_HTTP_FUZZ: '5000',
    },
  },
  {
    name: 'secrets',
    npm: ['run', 'secrets'],
    tests: true,
    env: { THREADLINE_GAME: '10000', THREADLINE_EVERY_FIELD: 'yes' },
  },
  { name: 'lint', npm: ['run', 'lint'] },
  { name: 'types', npm: ['run', 'typecheck'] },
  { name: 'type tests', npm: ['run', 'type-tests'], tests: true },
  { name: 'dead code', npm: ['run', 'dead-code'] },
  { name: 'reference', npm: ['run', 'docs'] },
  { name: 'package', npm: ['run', 'check-package'] },
  { name: 'supply chain', npm: ['run', 'supply-chain'] },
  { name: 'redaction', npm: ['run', 'redaction'] },
  { name: 'long tests', npm: ['run', 'long-tests'], tests: true },
  { name: 'stops', npm: ['run', 'stops'], tests: true },
  { name: 'installed package', npm: ['run', 'installed-package'], tests: true },
  { name: 'recordings', npm: ['run', 'matrix'], tests: true, needs: join(shared, 'recordings') },
  { name: 'parity', npm: ['run', 'parity'], needs: join(shared, 'recordings') },
  { name: 'real agents', npm: ['run', 'e2e'], tests: true },
  { name: 'other agents', npm: ['run', 'e2e-others'], tests: true },
  {
    name: 'live agents',
    npm: ['run', 'live-agents'],
    tests: true,
    env: { THREADLINE_LIVE_AGENTS: 'claude,codex,opencode' },
  },
  {
    name: 'archive faults',
    npm: ['run', 'archive-faults'],
    tests: true,
    env: {
      THREADLINE_KILLS: '20',
      THREADLINE_SEQUENCES: '20',
      THREADLINE_WRITES: '4',
      THREADLINE_SPARSE_BYTES: '1e9',
    },
  },
  { name: 'fleet', npm: ['run', 'fleet'], tests: true, env: { THREADLINE_POSTGRES: '18' } },
  {
    name: 'fleet on 15',
    npm: ['run', 'fleet'],
    tests: true,
    env: { THREADLINE_POSTGRES: '15' },
    needs: '/usr/lib/postgresql/15/bin/postgres',
  },
  { name: 'doors', npm: ['run', 'doors'], tests: true },
  {
    name: 'delivery',
    npm: ['run', 'fleet-delivery'],
    tests: true,
    env: {
      THREADLINE_DELIVERIES: '100',
      THREADLINE_REAL_DELIVERIES: '20',
      THREADLINE_TEAM_MODELS: '30',
      THREADLINE_TEAM_DELIVERIES: '15',
      THREADLINE_POSTGRES: '18',
    },
  },
  { name: 'collector', npm: ['run', 'collect-cost'] },
  { name: 'browser, pages', npm: ['run', 'browser-pages'], tests: true },
  { name: 'browser, server', npm: ['run', 'browser-server'], tests: true },
  { name: 'reload', npm: ['run', 'reload-equality'], tests: true, env: { THREADLINE_RELOAD_SEQUENCES: '50' } },
  { name: 'fuzz', npm: ['run', 'fuzz'], tests: true, env: { THREADLINE_FUZZ_COUNT: '100000' } },
];
/** Eight minutes are planned for the longest step; a busy machine gets two more before the step is ended. */
const LONGEST_STEP_MS = 10 * 60_000;

function runStep(step, report) {
  const [command, ...first] = npmCommand(process.execPath);
  const args = [...first, ...step.npm, ...(step.tests ? ['--', '--reporter=json', `--outputFile.json=${report}`] : [])];
  const options = {
    cwd: root,
    env: { ...process.env, ...step.env },
    stdio: 'inherit',
    timeout: LONGEST_STEP_MS,
  };
  return spawnSync(command, args, options).status === 0;
}

/** What a step adds to the sums. A vitest run may fail outside its tests (a file that does not load): that is a failure too. */
function count(step, succeeded, report) {
  const [passed, failed] = succeeded ? [1, 0] : [0, 1];
  if (!step.tests || !existsSync(report)) return { passed, failed, skipped: 0 };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: results.numPassedTests,
    failed: Math.max(failed, results.numFailedTests),
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** The failed tests of a report by name, each with the first lines of its error; the end of the log is what people read. */
function failures(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message ? [`${name}: ${firstLines(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}: ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
    );
  });
}

function firstLines(text) {
  return text.split('\n').slice(0, 12).join('\n').slice(0, 2_000);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const folder = mkdtempSync(join(tmpdir(), 'threadline-ci-'));

/** A step of tests that failed is run once more: processes and servers on a busy machine time out. Both runs are told. */
function runTwiceAtMost(step) {
  for (const attempt of [1, 2]) {
    const report = join(folder, `${step.name}-${attempt}.json`);
    const succeeded = runStep(step, report);
    if (!succeeded) notes.push(`FAILED ${step.name} (run ${attempt})`, ...failures(report));
    if (succeeded && attempt === 2) notes.push(`passed ${step.name} (run 2)`);
    if (succeeded || !step.tests || attempt === 2) return { succeeded, counts: count(step, succeeded, report) };
  }
}

for (const step of steps) {
  process.stdout.write(`\n=== ${step.name}: npm ${step.npm.join(' ')}\n`);
  if (step.needs && !existsSync(step.needs)) {
    total.skipped += 1;
    notes.push(`skipped ${step.name} (${step.needs} is not there)`);
    continue;
  }
  const started = Date.now();
  const { succeeded, counts } = runTwiceAtMost(step);
  for (const key of Object.keys(total)) total[key] += counts[key];
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`=== ${step.name}: ${succeeded ? 'ok' : 'FAILED'} in ${seconds} s\n`);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${notes.map((note) => `${note}\n`).join('')}`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
