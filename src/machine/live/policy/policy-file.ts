import { pathGlob } from './path-glob.ts';

/** What a rule, or the whole policy, decides. */
export type Decision = 'allow' | 'ask' | 'deny';

/** A rule. All of its conditions must hold. */
export interface PolicyRule {
  decide: Decision;
  tool?: string;
  /** The first words of one simple command. */
  command?: readonly string[];
  path?: { pattern: string; glob: RegExp };
  host?: string;
}

/** A policy as a person wrote it. */
export interface PolicyRules {
  rules: readonly PolicyRule[];
  default: 'ask' | 'deny';
}

const MEMBERS = new Set(['version', 'rules', 'default']);
const RULE_MEMBERS = new Set(['decide', 'tool', 'command', 'path', 'host']);

/** Reads a policy. Throws a TypeError, which says where, for whatever it does not know: a slip must not allow anything. */
export function readPolicy(text: string): PolicyRules {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TypeError('the policy is no JSON');
  }
  const policy = object(value, 'the policy');
  onlyMembers(policy, MEMBERS, 'the policy');
  if (policy.version !== 1) throw new TypeError('the version of the policy is 1');
  if (!Array.isArray(policy.rules)) throw new TypeError('rules is a list');
  const { default: otherwise } = policy;
  if (otherwise !== 'ask' && otherwise !== 'deny') throw new TypeError("the default is 'ask' or 'deny'");
  return { rules: policy.rules.map(readRule), default: otherwise };
}

function readRule(value: unknown, index: number): PolicyRule {
  const where = `rule ${index}`;
  const rule = object(value, where);
  onlyMembers(rule, RULE_MEMBERS, where);
  const { decide, tool, command, path, host } = rule;
  if (decide !== 'allow' && decide !== 'ask' && decide !== 'deny') {
    throw new TypeError(`${where}: decide is 'allow', 'ask' or 'deny'`);
  }
  const read: PolicyRule = { decide };
  if (tool !== undefined) read.tool = word(tool, `${where}: tool`);
  if (command !== undefined) read.command = words(command, `${where}: command`);
  if (path !== undefined) {
    const pattern = word(path, `${where}: path`);
    read.path = { pattern, glob: pathGlob(pattern.replace(/^\.\//, '')) };
  }
  if (host !== undefined) read.host = hostName(word(host, `${where}: host`), where);
  if (decide === 'allow' && Object.keys(read).length === 1) {
    throw new TypeError(`${where}: an allow needs a condition`);
  }
  return read;
}

function object(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${where} is no object`);
}

function onlyMembers(value: object, known: ReadonlySet<string>, where: string): void {
  const odd = Object.keys(value).find((name) => !known.has(name));
  if (odd !== undefined) throw new TypeError(`${where} has an unknown member ${JSON.stringify(odd.slice(0, 100))}`);
}

function word(value: unknown, where: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new TypeError(`${where} is a text that is not empty`);
}

function words(value: unknown, where: string): string[] {
  if (Array.isArray(value) && value.length > 0) return value.map((each) => word(each, where));
  throw new TypeError(`${where} is a list of words that is not empty`);
}

/** A host as addresses have it. */
function hostName(host: string, where: string): string {
  const url = URL.parse(`https://${host}/`);
  if (url && url.pathname === '/' && !url.port && !url.username && !url.search && !url.hash) return url.hostname;
  throw new TypeError(`${where}: host is the name of a host`);
}
