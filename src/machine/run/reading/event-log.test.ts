import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '../../../limits/index.ts';
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

  it('holds a line without an end up to a bound, then writes it in pieces and ends it all the same', () => {
    const file = path();
    const log = openEventLog(file, fail);
    const piece = Buffer.alloc(limits.maxHeldLogBytes / 4, 'x');
    for (let count = 0; count < 9; count += 1) log.write(piece);
    expect(statSync(file).size).toBeGreaterThan(limits.maxHeldLogBytes);
    log.close();
    expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(9 * piece.length)}\n`);
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
