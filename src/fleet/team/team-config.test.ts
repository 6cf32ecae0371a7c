import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NO_POLICY } from '../collect/collect-policy.ts';
import { readTeamConfig } from './team-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-team-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'team.json');
const oidc = { issuer: 'https://id.example', client_id: 'threadline' };
const read = (value: unknown) => {
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return readTeamConfig(path);
};

describe('team.json', () => {
  it('shows figures to the team and texts to nobody, unless it says otherwise', () => {
    expect(read({ oidc })).toEqual({
      oidc: { issuer: 'https://id.example', clientId: 'threadline', clientSecret: undefined, groupsClaim: 'groups' },
      teams: {},
      admins: [],
      visibility: { usage: 'team', text: 'private', repositories: {}, projects: {} },
      policy: NO_POLICY,
      retention: {},
    });
    const { visibility } = read({ oidc, visibility: { text: 'team' } });
    expect(visibility).toEqual({ usage: 'team', text: 'team', repositories: {}, projects: {} });
  });

  it('has rules for repositories, whichever of their addresses it names', () => {
    const repositories = {
      'github.com/Acme/App': { text: 'all' },
      'https://bob:pw@git.example/x/y.git': { usage: 'private' },
      'git@git.example:z.git': {},
    };
    expect(read({ oidc, visibility: { repositories } }).visibility.repositories).toEqual({
      'github.com/acme/app': { text: 'all' },
      'git.example/x/y': { usage: 'private' },
      'git.example/z': {},
    });
  });

  it('names a file of its own for the secret, which nobody else may read', () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'hush\n', { mode: 0o600 });
    expect(read({ oidc: { ...oidc, client_secret_file: 'secret' } }).oidc.clientSecret).toBe('hush');
    chmodSync(secret, 0o644);
    expect(() => read({ oidc: { ...oidc, client_secret_file: 'secret' } })).toThrow('can be read by others');
  });

  it('says what machines obey, and how long things are kept', () => {
    const policy = {
      modes: [{ repository: 'github.com/acme/app', mode: 'usage' }],
      redaction: { names: ['acme_pin'] },
    };
    const { retention, ...rest } = read({ oidc, policy, retention: { text: 30, raw: 'forever' } });
    expect(rest.policy).toMatchObject(policy);
    expect(retention).toEqual({ text: 30, raw: undefined });
    expect('usage' in retention).toBe(false);
  });

  it.each<[string, unknown]>([
    ['it is not a JSON object', '[]'],
    ['it is not a JSON object', '{"oidc":'],
    ['oidc is missing: {"issuer", "client_id"}', {}],
    ["there is no setting 'team', only oidc, teams, admins, visibility", { oidc, team: {} }],
    ['oidc.issuer is not an https:// address', { oidc: { ...oidc, issuer: 'http://id.example' } }],
    ['oidc.issuer is not an https:// address', { oidc: { ...oidc, issuer: { toString: 0 } } }],
    ['oidc.client_id is not a text', { oidc: { issuer: oidc.issuer } }],
    ["there is no setting 'oidc.secret', only issuer", { oidc: { ...oidc, secret: 'x' } }],
    ['teams is not an object of teams and their groups', { oidc, teams: [] }],
    ["'a,b' is no name of a team", { oidc, teams: { 'a,b': [] } }],
    ['teams.core is not a list of groups', { oidc, teams: { core: 'g' } }],
    ['teams.core is not a list of groups', { oidc, teams: { core: [''] } }],
    ['admins is not a list of groups', { oidc, admins: [1] }],
    ['visibility.text takes private, team, all', { oidc, visibility: { text: 'everybody' } }],
    [
      'policy: modes[0]: mode takes full, redacted, usage, off',
      { oidc, policy: { modes: [{ project: '*', mode: 'x' }] } },
    ],
    ['policy: redaction may hold also, rules, names, values', { oidc, policy: { redaction: { keep: [] } } }],
    ['retention.text takes a number of days', { oidc, retention: { text: 'forever' } }],
    ['retention.raw takes a number of days, or "forever"', { oidc, retention: { raw: 0 } }],
    ["there is no setting 'retention.all', only text, raw, usage", { oidc, retention: { all: 1 } }],
    [
      "there is no setting 'visibility.all', only usage, text, repositories, projects",
      { oidc, visibility: { all: 'team' } },
    ],
    ['visibility.repositories is not an object', { oidc, visibility: { repositories: ['github.com/a/b'] } }],
    ["'github.com/acme/*' is no repository", { oidc, visibility: { repositories: { 'github.com/acme/*': {} } } }],
    ["'payroll' is no repository", { oidc, visibility: { repositories: { payroll: {} } } }],
    ["'__proto__' is no repository", `{"oidc":${JSON.stringify(oidc)},"visibility":{"repositories":{"__proto__":{}}}}`],
    [
      "'g.com/A/b' and 'ssh://git@g.com/a/B.git' are one repository",
      { oidc, visibility: { repositories: { 'g.com/A/b': {}, 'ssh://git@g.com/a/B.git': {} } } },
    ],
    ["the rule of 'g.com/a' is not an object", { oidc, visibility: { repositories: { 'g.com/a': 'all' } } }],
    [
      'repositories.g.com/a.text takes private, team, all',
      { oidc, visibility: { repositories: { 'g.com/a': { text: { toString: 0 } } } } },
    ],
    ['there is no setting', { oidc, visibility: { repositories: { 'g.com/a': { texts: 'private' } } } }],
    ['visibility.projects is not an object', { oidc, visibility: { projects: ['/work'] } }],
    ["'/work/*' is no folder: a whole path, or the name", { oidc, visibility: { projects: { '/work/*': {} } } }],
    ["'a/b' is no folder", { oidc, visibility: { projects: { 'a/b': {} } } }],
    ["'~/notes' is no folder", { oidc, visibility: { projects: { '~/notes': {} } } }],
    ["'/work/../x' is no folder", { oidc, visibility: { projects: { '/work/../x': {} } } }],
    ["'/' is no folder", { oidc, visibility: { projects: { '/': {} } } }],
    ["'' is no folder", { oidc, visibility: { projects: { '': {} } } }],
    ["'/a' and '/a/' are one folder", { oidc, visibility: { projects: { '/a': {}, '/a/': {} } } }],
    ['projects./a.usage takes private', { oidc, visibility: { projects: { '/a': { usage: 1 } } } }],
  ])('says %s', (sentence, value) => {
    expect(() => read(value)).toThrow(sentence);
  });

  it('has to be there', () => {
    expect(() => readTeamConfig(join(folder, 'none.json'))).toThrow('there is no');
  });
});
