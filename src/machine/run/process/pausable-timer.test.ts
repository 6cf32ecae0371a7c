import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPausableTimer } from './pausable-timer.ts';

describe('a timer that can be paused', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls once when its time is over', () => {
    const call = vi.fn();
    createPausableTimer(100, call).restart();
    vi.advanceTimersByTime(99);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('begins anew when it is restarted', () => {
    const call = vi.fn();
    const timer = createPausableTimer(100, call);
    timer.restart();
    vi.advanceTimersByTime(90);
    timer.restart();
    vi.advanceTimersByTime(90);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('stands still while it is paused', () => {
    const call = vi.fn();
    const timer = createPausableTimer(100, call);
    timer.restart();
    vi.advanceTimersByTime(60);
    timer.pause();
    vi.advanceTimersByTime(1000);
    timer.resume();
    vi.advanceTimersByTime(39);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('has its whole time again when it was restarted in a pause', () => {
    const call = vi.fn();
    const timer = createPausableTimer(100, call);
    timer.restart();
    vi.advanceTimersByTime(60);
    timer.pause();
    timer.restart();
    timer.resume();
    vi.advanceTimersByTime(99);
    expect(call).not.toHaveBeenCalled();
  });

  it.each([undefined, 0, 2 ** 31])('never calls with a time of %s', (time) => {
    const call = vi.fn();
    createPausableTimer(time, call).restart();
    vi.advanceTimersByTime(2 ** 31 + 1);
    expect(call).not.toHaveBeenCalled();
  });

  it('never calls once it was cancelled', () => {
    const call = vi.fn();
    const timer = createPausableTimer(100, call);
    timer.restart();
    timer.cancel();
    timer.restart();
    timer.resume();
    vi.advanceTimersByTime(1000);
    expect(call).not.toHaveBeenCalled();
  });
});
