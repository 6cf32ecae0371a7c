import { relative, resolve, sep } from 'node:path';
import { isGitName } from '../../../core/tools/git-name.ts';
import { hasPart, undisguised } from './command-parts.ts';
import type { Decision, PolicyRule, PolicyRules } from './policy-file.ts';
import { realPath, resolvePlaces } from './resolve-path.ts';
import { readSimpleCommand, unwrapCommand } from './simple-command.ts';

/** What a policy looks at. */
export interface PolicyCase {
  kind: string;
  tool?: string | undefined;
  command?: string | undefined;
  changes?: readonly { path: string; move_path?: string | null }[] | undefined;
  url?: string | undefined;
  /** The arguments as the model wrote them. Addresses in them count as `url` does. */
  input?: unknown;
  cwd: string;
}

/** What a policy says, and by which of its rules, counted from 0. */
export interface PolicyDecision {
  decide: Decision;
  rule: number | null;
  why: string;
}

/** The first rule that holds decides. An allow has to cover all that would be done; a deny holds if any part of it does. */
export function decide({ rules, default: otherwise }: PolicyRules, wanted: PolicyCase): PolicyDecision {
  for (const [index, rule] of rules.entries()) {
    const holds = rule.decide === 'allow' ? allows(rule, wanted) : concerns(rule, wanted);
    if (holds) return { decide: rule.decide, rule: index, why: `rule ${index} says ${rule.decide}` };
  }
  const isOdd = wanted.command !== undefined && !simple(wanted.command);
  const why = isOdd ? 'it is not one simple command, so no rule allows it' : 'no rule holds';
  return { decide: otherwise, rule: null, why };
}

function simple(command: string) {
  return readSimpleCommand(unwrapCommand(command));
}

function allows(rule: PolicyRule, wanted: PolicyCase): boolean {
  const { kind, command, changes, url } = wanted;
  const read = command === undefined ? undefined : simple(command);
  if ((command !== undefined || kind === 'command') && !read) return false;
  if (rule.tool !== undefined && rule.tool !== wanted.tool) return false;
  const isNarrow = rule.command !== undefined || rule.path !== undefined || rule.host !== undefined;
  // A rule for files says nothing of a command, and the other way round.
  if (isNarrow && command !== undefined && rule.command === undefined) return false;
  if (isNarrow && changes !== undefined && changes.length > 0 && rule.path === undefined) return false;
  if (isNarrow && url !== undefined && rule.host === undefined) return false;
  if (rule.command !== undefined && !(read && isPrefix(rule.command, read.words, read.expands))) return false;
  if (rule.path !== undefined && !(kind === 'edit' && coversPaths(rule.path.glob, rule.path.pattern, wanted)))
    return false;
  // Any tool may be given an address beside what it does: one that is no fetch has to be named.
  if (rule.host !== undefined && kind !== 'fetch' && rule.tool === undefined) return false;
  return rule.host === undefined || reachesOnly(rule.host, wanted);
}

/** For rules that ask or deny: they hold if any part of the case may fall under them. */
function concerns(rule: PolicyRule, wanted: PolicyCase): boolean {
  if (rule.tool !== undefined && rule.tool !== wanted.tool) return false;
  if (rule.command !== undefined && !(wanted.command !== undefined && hasPart(rule.command, wanted.command)))
    return false;
  if (rule.path !== undefined && !touchesPath(rule.path.glob, rule.path.pattern, wanted)) return false;
  return rule.host === undefined || reachesHost(rule.host, wanted);
}

function isPrefix(prefix: readonly string[], words: readonly string[], expands: readonly boolean[]): boolean {
  return prefix.every((word, index) => words[index] === word && !expands[index]);
}

function pathsOf({ changes = [] }: PolicyCase): string[] {
  return changes.flatMap(({ path, move_path }) => (typeof move_path === 'string' ? [path, move_path] : [path]));
}

function coversPaths(glob: RegExp, pattern: string, wanted: PolicyCase): boolean {
  const paths = pathsOf(wanted);
  const root = realPath(resolve(wanted.cwd));
  if (root === undefined || paths.length === 0) return false;
  return paths.every((path) => {
    const places = typeof path === 'string' ? resolvePlaces(path, wanted.cwd) : undefined;
    return places?.every((real) => !isInGitFolder(real) && glob.test(named(real, root, pattern)));
  });
}

/** What stands in a repository's own folder runs by itself later on. */
function isInGitFolder(real: string): boolean {
  return real.split(/[\\/]/).some(isGitName);
}

/** On many disks `SECRET` is `secret`, and letters may be written in two ways. */
function touchesPath(exact: RegExp, pattern: string, wanted: PolicyCase): boolean {
  const glob = new RegExp(exact.source.normalize(), 'sui');
  const root = realPath(resolve(wanted.cwd)) ?? wanted.cwd;
  return pathsOf(wanted).some((path) => {
    if (typeof path !== 'string') return true;
    const places = resolvePlaces(path, wanted.cwd);
    return (
      !places || [...places.map((real) => named(real, root, pattern)), path].some((each) => glob.test(each.normalize()))
    );
  });
}

/** The path as the pattern writes it: from the root of the system, or from the folder. A relative pattern matches nothing outside of the folder. */
function named(real: string, root: string, pattern: string): string {
  if (pattern.startsWith('/')) return real;
  const path = relative(root, real).split(sep).join('/');
  return path === '' || path === '..' || path.startsWith('../') || path.startsWith('/') ? '\0' : path;
}

function hostOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname : undefined;
}

/** The address of a fetch, and whatever looks like one among the arguments. */
function addressesOf({ url, input }: PolicyCase): string[] {
  const given = JSON.stringify(input) ?? '';
  return [...(url === undefined ? [] : [url]), ...(given.match(/[a-z][a-z\d+.-]{0,40}:\/\/[^\s"'<>\\]+/gi) ?? [])];
}

function reachesOnly(host: string, wanted: PolicyCase): boolean {
  return wanted.url !== undefined && addressesOf(wanted).every((address) => hostOf(address) === host);
}

function reachesHost(host: string, wanted: PolicyCase): boolean {
  const { command } = wanted;
  const isBelow = (found: string) => found === host || found.endsWith(`.${host}`);
  if (addressesOf(wanted).some((url) => isBelow(URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''))) return true;
  return command !== undefined && [command, undisguised(command)].some((text) => text.toLowerCase().includes(host));
}
