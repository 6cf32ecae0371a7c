import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openEventLog } from './event-log.ts';

const path = () => join(mkdtempSync(join(tmpdir(), 'threadline-log-')), 'deep', 'down', 'log.jsonl');
const fail = (error: unknown) => {
  throw error;
};

describe('the event log', () => {
  it('holds whole lines, at once, and makes the folders above it', () => {
    const file = path();
    const log = openEventLog(file, fail);
    log.write(Buffer.from('{"a":'));
    expect(readFileSync(file, 'utf8')).toBe('');
    log.write(Buffer.from('1}\nnot json\n{"b"'));
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}\nnot json\n');
    log.close();
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}\nnot json\n{"b"\n');
  });

  it('is appended to', () => {
    const file = path();
    for (const line of ['one\n', 'two\n']) {
      const log = openEventLog(file, fail);
      log.write(Buffer.from(line));
      log.close();
    }
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });

  it('does not hold on to the chunk, whose memory may be used again', () => {
    const file = path();
    const log = openEventLog(file, fail);
    const chunk = Buffer.from('half');
    log.write(chunk);
    chunk.fill('x');
    log.write(Buffer.from(' a line\n'));
    log.close();
    expect(readFileSync(file, 'utf8')).toBe('half a line\n');
  });

  it.runIf(process.platform === 'linux')('tells once that the disk is full', () => {
    const onError = vi.fn();
    const log = openEventLog('/dev/full', onError);
    log.write(Buffer.from('a line\n'));
    log.write(Buffer.from('another\n'));
    log.close();
    expect(onError).toHaveBeenCalledTimes(1);
    expect(String(onError.mock.calls[0]?.[0])).toContain('ENOSPC');
  });
});
