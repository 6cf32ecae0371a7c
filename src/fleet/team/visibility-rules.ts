import { isObject } from '../../core/lines/json.ts';
import { namedRemote } from '../collect/normal-remote.ts';
import { type SessionVisibility, type Visibility, visibilities } from '../postgres/team-reader.ts';
import { unknownKey } from './unknown-key.ts';

/** `visibility` of `team.json`. Of all named rules that fit a session the strictest counts; what none of them says, the general one does. */
export interface VisibilityRules {
  usage: Visibility;
  text: Visibility;
  /** By the name of the repository. */
  repositories: Readonly<Record<string, SessionVisibility>>;
  /** By a folder with all that is below it: its whole path, or its name anywhere. */
  projects: Readonly<Record<string, SessionVisibility>>;
}

/** Says what is wrong with it. A rule that is not understood might hide nothing. */
export function visibilityFault(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return 'visibility is not an object';
  const { repositories, projects, ...general } = value;
  return (
    unknownKey(value, ['usage', 'text', 'repositories', 'projects'], 'visibility.') ??
    ruleFault(general, 'visibility') ??
    namedFault(repositories, 'repositories', REPOSITORY) ??
    namedFault(projects, 'projects', PROJECT)
  );
}

/** What was checked before, with the usual rules in the place of what is left out. */
export function visibilityOf(value: Partial<VisibilityRules> = {}): VisibilityRules {
  return {
    usage: value.usage ?? 'team',
    text: value.text ?? 'private',
    repositories: byName(value.repositories, REPOSITORY),
    projects: byName(value.projects, PROJECT),
  };
}

function ruleFault(rule: Record<string, unknown>, where: string): string | undefined {
  for (const name of ['usage', 'text']) {
    const given = rule[name];
    if (given !== undefined && !visibilities.some((known) => known === given))
      return `${where}.${name} takes ${visibilities.join(', ')}`;
  }
  return undefined;
}

interface Named {
  /** One of them, in words, and what it looks like. */
  title: string;
  form: string;
  /** The name that sessions have of it. A pattern would be the name of nothing, and hide nothing. */
  nameOf(key: string): string | undefined;
}

const REPOSITORY: Named = {
  title: 'repository',
  form: 'HOST/PATH, without *',
  nameOf: (key) => (key.includes('*') ? undefined : namedRemote(key)),
};

const PROJECT: Named = {
  title: 'folder',
  form: 'a whole path, or the name of a folder, without *',
  nameOf(key) {
    const name = key.replace(/[\\/]+$/, '');
    const isWhole = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(name);
    const isOdd =
      key.includes('*') ||
      key.includes('\0') ||
      /(?:^|[\\/])(?:\.{0,2}|~)(?:[\\/]|$)/.test(name.replace(/^[\\/]{1,2}/, ''));
    return isOdd || (!isWhole && /[\\/]/.test(name)) ? undefined : name;
  },
};

function namedFault(value: unknown, what: string, { title, form, nameOf }: Named): string | undefined {
  if (value === undefined) return undefined;
  const where = `visibility.${what}`;
  if (!isObject(value)) return `${where} is not an object of ${what} and their rules`;
  const names = new Map<string, string>();
  for (const [key, rule] of Object.entries(value)) {
    const shown = key.slice(0, 100);
    const name = nameOf(key);
    if (name === undefined) return `${where}: '${shown}' is no ${title}: ${form}`;
    if (names.has(name)) return `${where}: '${names.get(name)}' and '${shown}' are one ${title}`;
    names.set(name, shown);
    if (!isObject(rule)) return `${where}: the rule of '${shown}' is not an object`;
    const fault = unknownKey(rule, ['usage', 'text'], `${where}.${shown}.`) ?? ruleFault(rule, `${where}.${shown}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function byName(
  value: Readonly<Record<string, SessionVisibility>> = {},
  { nameOf }: Named,
): Record<string, SessionVisibility> {
  return Object.fromEntries(Object.entries(value).map(([key, rule]) => [nameOf(key) ?? key, rule]));
}
