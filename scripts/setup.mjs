// Brings what a task needs (a Node that is new enough, the dependencies, the build), then runs it: node scripts/setup.mjs TASK [ARGS]
// Quiet when nothing is missing. Plain JavaScript for Node 18: this is the first thing that runs on a fresh clone.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { chooseNode, environmentFor, root, runNpm, SetupError, say } from './toolchain.mjs';

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=./scripts/skip-reporter.mjs',
];
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];

/** Agents that are ended in every way and at every moment, by us and with us. */
const stops = ['stop-matrix', 'parent-exit', 'soak'].map((name) => `test/run/${name}.test.ts`);

/** What needs the package packed and installed. */
const installed = ['package', 'examples', 'react', 'oldest-node'].map((name) => `test/package/${name}.test.ts`);

/** What the compiler says of programs that use the package, and the programs of the reference. */
const typeTests = ['test/types/', 'test/package/api/', 'test/docs/reference'];

/** What starts a program dozens of times, plays a hostile repository, waits for a watcher, or reads lists of 200 000 at every place. */
const longTests = [
  'src/doors/chat/local-sandbox.test.ts',
  'src/doors/chat/vercel-sandbox.test.ts',
  'src/doors/server/bounds.test.ts',
  'src/doors/server/stored-sessions.test.ts',
  'test/archive/exact-search.test.ts',
  'test/archive/fold-thread.test.ts',
  'test/archive/follow.test.ts',
  'test/archive/old-versions.test.ts',
  'test/archive/redact-again.test.ts',
  'test/archive/usage-sums.test.ts',
  'test/bench/every-target.test.ts',
  'test/cli/annotate.test.ts',
  'test/cli/archive-command.test.ts',
  'test/cli/check-rules.test.ts',
  'test/cli/copies.test.ts',
  'test/cli/delete.test.ts',
  'test/cli/deleted-usage.test.ts',
  'test/cli/export-native.test.ts',
  'test/cli/export.test.ts',
  'test/cli/ghosts.test.ts',
  'test/cli/gone-sessions.test.ts',
  'test/cli/handoff.test.ts',
  'test/cli/index-beside.test.ts',
  'test/cli/insights.test.ts',
  'test/cli/odd-calls.test.ts',
  'test/cli/one-meaning.test.ts',
  'test/cli/own-output.test.ts',
  'test/cli/pipes.test.ts',
  'test/cli/printed-commands.test.ts',
  'test/cli/run-max-cost.test.ts',
  'test/cli/screens.test.ts',
  'test/cli/search-running.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/small-heap.test.ts',
  'test/cli/stored-forms.test.ts',
  'test/cli/terminal.test.ts',
  'test/cli/typed-words.test.ts',
  'test/cli/usage-command.test.ts',
  'test/cli/usage-reports.test.ts',
  'test/cli/which-session.test.ts',
  'test/collect/commands.test.ts',
  'test/contract/long-drift.test.ts',
  'test/contract/zones.test.ts',
  'test/fixtures-package/runner.test.ts',
  'test/live/claims.test.ts',
  'test/live/journal.test.ts',
  'test/live/life.test.ts',
  'test/made-up-agent/database-agent.test.ts',
  'test/mcp/clients.test.ts',
  'test/mcp/provenance.test.ts',
  'test/otlp/delivery.test.ts',
  'test/otlp/otlp-writer.test.ts',
  'test/otlp/send-otlp.test.ts',
  'test/package/kept-code.test.ts',
  'test/provenance/at-command.test.ts',
  'test/provenance/blame-archive.test.ts',
  'test/provenance/blame-command.test.ts',
  'test/provenance/changes-command.test.ts',
  'test/provenance/changes-doors.test.ts',
  'test/provenance/hostile-repository.test.ts',
  'test/run/driver-contract.test.ts',
  'test/run/fake-agents.test.ts',
  'test/run/faults.test.ts',
  'test/server/cold-session.test.ts',
  'test/server/list-news.test.ts',
  'test/server/runs.test.ts',
  'test/server/two-homes.test.ts',
  'test/server/work-routes.test.ts',
  'test/server/writing.test.ts',
  'test/sessions/known-disk.test.ts',
  'test/usage/peers.test.ts',
  'test/usage/two-threads.test.ts',
];

/** Tests of the agents that speak to any model. */
const otherAgents = ['test/e2e/chat-agents', 'test/e2e/file-agents'];

/** What each task runs with Node, and whether it needs dist/ (all need the dependencies). */
const tasks = {
  start: { argv: ['scripts/demo.mjs'], needsBuild: true },
  // What needs recordings from outside the repository or a real agent (400 MB each) is a task of its own.
  test: {
    argv: [
      ...vitest,
      '--exclude=test/matrix/**',
      '--exclude=test/e2e/**',
      '--exclude=test/live-agents/**',
      // What needs PostgreSQL is `npm run fleet`'s, what breaks machines `npm run archive-faults`'.
      '--exclude=test/worker/**',
      '--exclude=test/gateway/**',
      '--exclude=test/postgres/**',
      '--exclude=test/team/**',
      '--exclude=test/archive/machine-faults.test.ts',
      // Packing and installing take longer than all that is then looked at.
      ...installed.map((file) => `--exclude=${file}`),
      // Real seconds, in which processes are waited for: `npm run stops`.
      ...stops.map((file) => `--exclude=${file}`),
      // The compiler runs a dozen times over all sources: `npm run type-tests`.
      ...typeTests.map((path) => `--exclude=${path}**`),
      // What other tasks play at length: `npm run secrets`, `doors`, `fleet-delivery`, `fuzz`.
      ...['mcp/secret-game', 'doors/pages', 'collect/delivery', 'pages/markdown-payloads'].map(
        (name) => `--exclude=test/${name}.test.ts`,
      ),
      // Four minutes of two cores: `npm run long-tests`.
      ...longTests.map((file) => `--exclude=${file}`),
      '--exclude=test/browser/full/**',
      '--exclude=test/browser/real/**',
    ],
    needsBuild: true,
  },
  matrix: { argv: [...vitest, 'test/matrix', '--exclude=test/matrix/live-replay*'], needsBuild: true },
  // Every recorded connection lived through by our own client: five minutes. A part of them is in `npm test`.
  'live-replay': { argv: [...vitest, 'test/matrix/live-replay'], needsBuild: false },
  'long-tests': { argv: [...vitest, ...longTests], needsBuild: true },
  'type-tests': { argv: [...vitest, ...typeTests], needsBuild: true },
  // The game of an asker, and a secret in every field of every recording, which is short in `npm test`.
  secrets: { argv: [...vitest, 'test/mcp/secret-game', 'test/contract/redaction'], needsBuild: true },
  // Recall and false hits of redaction, by kind.
  redaction: { argv: ['scripts/redaction.ts'], needsBuild: false },
  // Blame on repositories whose commits name their sessions.
  provenance: { argv: ['scripts/provenance.ts'], needsBuild: true },
  browser: { argv: [...vitest, 'test/browser', '--maxWorkers=1'], needsBuild: true },
  // The two halves of it: pages over made-up answers, and over the real server.
  'browser-pages': { argv: [...vitest, 'test/browser/smoke', 'test/browser/full', '--maxWorkers=1'], needsBuild: true },
  'browser-server': {
    argv: [...vitest, 'test/browser/real', '--exclude=test/browser/real/reload-equality*', '--maxWorkers=1'],
    needsBuild: true,
  },
  // What stays on the screen and what a reload draws, over 200 random lives of a file.
  'reload-equality': {
    argv: [...vitest, 'test/browser/real/reload-equality', '--maxWorkers=1', '--maxConcurrency=2'],
    needsBuild: true,
    env: { THREADLINE_RELOAD_SEQUENCES: '200' },
  },
  'viewer-budget': { argv: ['scripts/viewer-budget.ts'], needsBuild: true },
  'viewer-load': { argv: ['scripts/viewer-load.ts'], needsBuild: true },
  screenshots: { argv: ['scripts/screenshots.mjs'], needsBuild: true },
  e2e: {
    argv: [
      ...vitest,
      'test/e2e',
      '--exclude=test/e2e/handoff-all*',
      ...otherAgents.map((name) => `--exclude=${name}*`),
    ],
    needsBuild: true,
  },
  // OpenCode, Copilot CLI, Goose, Qwen Code, pi and Kimi Code as they are installed.
  'e2e-others': { argv: [...vitest, ...otherAgents], needsBuild: true },
  handoff: { argv: [...vitest, 'test/e2e/handoff-all'], needsBuild: true, env: { THREADLINE_HANDOFF: 'all' } },
  // Agents under control, as they are installed: what was not allowed did not run. And ten thousand lives of approvals.
  'live-agents': {
    argv: [...vitest, 'test/live-agents', 'test/live/approval-model'],
    needsBuild: false,
    env: { THREADLINE_LIVE_MODEL: '10000' },
  },
  parity: { argv: ['scripts/parity.ts'], needsBuild: false },
  soak: { argv: ['test/soak/main.ts'], needsBuild: false },
  fuzz: {
    argv: [...vitest, 'test/property', 'test/contract/splits', 'test/pages'],
    needsBuild: false,
    env: { THREADLINE_FUZZ_COUNT: '1000000' },
  },
  'archive-faults': {
    argv: [...vitest, 'test/archive'],
    env: {
      THREADLINE_KILLS: '200',
      THREADLINE_PAGES: '1000',
      THREADLINE_SUBSTRINGS: '1000',
      THREADLINE_SEQUENCES: '100',
      THREADLINE_WRITES: '1000',
      THREADLINE_SPARSE_BYTES: '10e9',
    },
    needsBuild: true,
  },
  // Machines whose collector, gateway or team server and PostgreSQL are killed and restored; and 200 of them on one gateway, PostgreSQL away for a minute.
  'fleet-delivery': {
    argv: [...vitest, 'test/collect/delivery', 'test/team/delivery', 'test/collect/real-delivery'],
    needsBuild: true,
    env: {
      THREADLINE_DELIVERIES: '1000',
      THREADLINE_REAL_DELIVERIES: '1000',
      THREADLINE_TEAM_MODELS: '300',
      THREADLINE_TEAM_DELIVERIES: '1000',
      THREADLINE_POSTGRES: '18',
    },
  },
  'fleet-load': {
    argv: [...vitest, 'test/collect/load'],
    needsBuild: true,
    env: { THREADLINE_LOAD_MACHINES: '200', THREADLINE_POSTGRES: '18' },
  },
  'collect-cost': { argv: ['test/collect/collect-cost.ts'], needsBuild: true },
  // All that needs PostgreSQL: 18 from npm, which is fetched on first use, or THREADLINE_POSTGRES=15, or a server's URL.
  fleet: {
    argv: [...vitest, 'test/postgres', 'test/gateway', 'test/worker', 'test/fleet', 'test/team'],
    needsBuild: true,
    env: { THREADLINE_POSTGRES: process.env.THREADLINE_POSTGRES ?? '18', THREADLINE_SUBSTRINGS: '1000' },
  },
  // What the command line, the viewer, SQLite and PostgreSQL tell of the sessions of 200 random homes.
  doors: {
    argv: [...vitest, 'test/doors'],
    needsBuild: true,
    env: {
      THREADLINE_DOORS: process.env.THREADLINE_DOORS ?? '200',
      THREADLINE_POSTGRES: process.env.THREADLINE_POSTGRES ?? '18',
    },
  },
  // Memory, CPU at rest and what a search after an added line takes, on 10 000 sessions: ten minutes.
  'archive-budget': { argv: ['scripts/archive-budget.ts'], needsBuild: true },
  'tail-model': {
    argv: [...vitest, 'test/sessions/tail-model'],
    needsBuild: false,
    env: { THREADLINE_TAIL_SEQUENCES: '20000', THREADLINE_TAIL_REAL_SEQUENCES: '30' },
  },
  build: { argv: ['scripts/build.mjs'], needsBuild: false },
  bench: { argv: ['bench/main.ts'], needsBuild: true },
  'bench-compare': { argv: ['bench/compare.ts'], needsBuild: true },
  lint: { argv: biome, needsBuild: false },
  format: { argv: [...biome, '--write'], needsBuild: false },
  typecheck: { argv: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], needsBuild: false },
  'dead-code': { argv: ['node_modules/knip/bin/knip.js'], needsBuild: false },
  docs: { argv: ['scripts/docs.ts'], needsBuild: false },
  // A version of an agent on scripted models, and what changed since the last one.
  record: { argv: ['scripts/record.ts'], needsBuild: true },
  fixtures: { argv: ['scripts/fixtures.ts'], needsBuild: false },
  stops: { argv: [...vitest, ...stops], needsBuild: true },
  'installed-package': { argv: [...vitest, ...installed], needsBuild: true },
  // The example of a chat, built and opened with the real `next`, in the user's cache folder.
  'next-example': { argv: ['scripts/next-example.ts'], needsBuild: true },
  'supply-chain': { argv: ['scripts/supply-chain.mjs'], needsBuild: false },
  'check-package': { argv: ['scripts/check-package.mjs'], needsBuild: true },
};

function main([name, ...args]) {
  const task = Object.hasOwn(tasks, name ?? '') ? tasks[name] : undefined;
  if (!task) throw new SetupError(`usage: node scripts/setup.mjs ${Object.keys(tasks).join('|')} [ARGS]`);
  const node = chooseNode();
  if (!areDependenciesInstalled()) {
    say('installing dependencies …');
    // Not `npm ci`: it would take out and bring again what is there already. --no-save keeps the locked versions and
    // leaves the lock file alone; --include=dev holds where NODE_ENV=production would leave the tools out. No package needs
    // its install script (`npm run supply-chain` says which have one), so none is run.
    runNpm(node, ['install', '--no-save', '--include=dev', '--ignore-scripts']);
  }
  if (task.needsBuild && !isBuilt(root)) build(node);
  run(node, [...task.argv, ...args], { ...task.env, ...environmentFor(node) });
}

/** Compares the lock file with what npm says it has put into node_modules, so an `npm install` by hand counts too. */
function areDependenciesInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const wanted = readPackages('package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === entry.version : entry.optional === true;
  });
}

function readPackages(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function build(node) {
  say('building …');
  const options = { cwd: root, env: environmentFor(node), stdio: ['ignore', 2, 2] };
  const { status } = spawnSync(node, tasks.build.argv, options);
  if (status !== 0) throw new SetupError('the build failed');
}

/** Runs the task in the foreground and ends as it ends. */
function run(node, argv, env) {
  const child = spawn(node, argv, { cwd: root, env, stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child by itself: this process only has to outlive it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${argv[0]} could not be started (${error.message})`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(message) {
  say(message);
  process.exit(1);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  fail(error.message);
}
