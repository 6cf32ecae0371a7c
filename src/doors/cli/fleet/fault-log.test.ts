import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
const program = `
  import { ThreadlineError } from ${at('../../../errors.ts')};
  import { createFaultLog } from ${at('./fault-log.ts')};
  let time = 0;
  const log = createFaultLog('gateway', () => time);
  const cause = Object.assign(new Error('secret words'), { code: 'ECONNREFUSED' });
  log(new ThreadlineError('unreachable', 'secret words', { cause }));
  log(new TypeError('secret words'));
  time += 5000;
  log('secret words');
  time += 5000;
  log(new TypeError('secret words'));
`;

it('tells codes, never messages, and one line in ten seconds', () => {
  const call = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  const { stderr } = spawnSync(process.execPath, call, { encoding: 'utf8' });
  expect(stderr.split('\n')).toEqual([
    'threadline: gateway: unreachable (ECONNREFUSED)',
    'threadline: gateway: TypeError; 2 more since the last line',
    '',
  ]);
});
