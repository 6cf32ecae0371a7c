import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../core/redact/redactor.ts';
import {
  type CollectPolicy,
  joinRedaction,
  NO_POLICY,
  type PolicyMode,
  policyMode,
  readPolicy,
  stricterMode,
} from './collect-policy.ts';

function policy(modes: PolicyMode[], redaction: object = {}): CollectPolicy {
  const read = readPolicy({ modes, redaction });
  if (typeof read === 'string') throw new Error(read);
  return read;
}
const at = (folder: string | undefined, repository: string | undefined = '') => ({ folder, repository });

describe('the mode of a policy', () => {
  const rules = policy([
    { repository: 'github.com/acme/open', mode: 'full' },
    { repository: 'GitHub.com/acme/*', mode: 'usage' },
    { project: '/srv/secret', mode: 'off' },
    { project: 'payroll', mode: 'off' },
    { project: '*', mode: 'redacted' },
  ]);
  it.each([
    ['the first that fits', at('/home/a/x', 'github.com/acme/open'), 'full'],
    ['a group of repositories', at('/home/a/x', 'github.com/acme/app'), 'usage'],
    ['a folder below', at('/srv/secret/deep'), 'off'],
    ['a folder of that name, anywhere', at('/home/a/payroll/src'), 'off'],
    ['no folder that only begins so', at('/srv/secretary'), 'redacted'],
    ['a way around', at('/srv/x/../secret'), 'off'],
    ['all others', at('/home/a/x'), 'redacted'],
  ])('is that of %s', (_, place, mode) => {
    expect(policyMode(rules, place)).toBe(mode);
  });

  it('is the strictest that may fit, where folder or repository are not known', () => {
    expect(policyMode(rules, at(undefined, undefined))).toBe('off');
    expect(policyMode(rules, { folder: '/home/a/gone', repository: undefined })).toBe('usage');
    expect(policyMode(policy([{ repository: 'h/x', mode: 'off' }]), at('/home/a'))).toBe('full');
  });

  it('asks nothing where there is none, and never makes another mode looser', () => {
    expect(policyMode(NO_POLICY, at(undefined, undefined))).toBe('full');
    for (const own of ['full', 'redacted', 'usage', 'off'] as const) {
      expect(stricterMode(own, 'full')).toBe(own);
      expect(stricterMode('off', own)).toBe('off');
      expect(stricterMode(own, 'redacted')).toBe(own === 'full' ? 'redacted' : own);
    }
  });
});

describe('a policy from outside', () => {
  it.each([
    [null, 'not an object'],
    [[], 'not an object'],
    [{ allow: 1 }, "no setting 'allow'"],
    [{ modes: {} }, 'not a list'],
    [{ modes: [null] }, 'modes[0]: it is not an object'],
    [{ modes: [{ mode: 'off' }] }, 'names a project or a repository'],
    [{ modes: [{ project: '*', repository: 'a/b', mode: 'off' }] }, 'names a project or a repository'],
    [{ modes: [{ project: '*', mode: 'Off' }] }, 'mode takes full, redacted, usage, off'],
    [{ modes: [{ project: 'a/b', mode: 'off' }] }, 'the whole path'],
    [{ modes: [{ project: { toString: 0 }, mode: 'off' }] }, 'not a text'],
    [{ modes: [{ repository: 'app', mode: 'off' }] }, 'HOST/PATH'],
    [{ modes: [{ project: '*', mode: 'off', unless: 'x' }] }, "no setting 'unless'"],
    [{ modes: Array.from({ length: 1001 }, () => ({ project: '*', mode: 'off' })) }, 'at most 1000'],
    [{ redaction: { keep: ['x'] } }, 'may hold also, rules, names, values'],
    [{ redaction: { names: 'x' } }, 'not a list'],
    [{ redaction: { also: ['(a+)+$'] } }, 'redaction: '],
    [{ redaction: { names: ['x'.repeat(300_000)] } }, 'too long'],
  ])('is refused: %j', (value, message) => {
    expect(readPolicy(value)).toContain(message);
  });

  it('has the version of what it says, whatever version it names', () => {
    const one = policy([{ project: '*', mode: 'usage' }]);
    expect(readPolicy(JSON.parse(JSON.stringify(one)))).toEqual(one);
    expect(readPolicy({ ...one, version: 'x' })).toEqual(one);
    expect(policy([]).version).toBe(NO_POLICY.version);
    expect(one.version).not.toBe(NO_POLICY.version);
  });
});

describe('the redaction of a policy', () => {
  it('takes what either side names, and what its machine wants kept does not count against it', () => {
    const rules = policy([], { also: ['acme_[a-z0-9]{4,20}'], names: ['acme_lot'] });
    const joined = createRedactor({
      ...joinRedaction({ also: ['=own thing'], keep: ['acme_zzzz11'] }, rules),
      level: 'strict',
    });
    const text = joined.text('own thing acme_zzzz11 acme_lot=7391');
    for (const secret of ['own thing', 'acme_zzzz11', '7391']) expect(text).not.toContain(secret);
  });

  it('leaves the rules of a machine alone where it has none', () => {
    const own = { also: ['=x'], keep: ['y'] };
    expect(joinRedaction(own, policy([{ project: '*', mode: 'usage' }]))).toBe(own);
  });
});
