import { expect, it, vi } from 'vitest';
import { ThreadlineError } from '../../../errors.ts';
import { createFaultLog } from './fault-log.ts';

it('tells codes, never messages, and one line in ten seconds', () => {
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    let time = 0;
    const log = createFaultLog('gateway', () => time);
    const cause = Object.assign(new Error('secret words'), { code: 'ECONNREFUSED' });
    log(new ThreadlineError('unreachable', 'secret words', { cause }));
    log(new TypeError('secret words'));
    time += 5000;
    log('secret words');
    time += 5000;
    log(new TypeError('secret words'));
  } finally {
    spy.mockRestore();
  }
  expect(written).toEqual([
    'threadline: gateway: unreachable (ECONNREFUSED)\n',
    'threadline: gateway: TypeError; 2 more since the last line\n',
  ]);
});
