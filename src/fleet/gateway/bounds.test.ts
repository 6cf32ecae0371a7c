import { describe, expect, it } from 'vitest';
import { createBounds } from './bounds.ts';

const KIB = 1024;

function refusal(enter: () => unknown): { status: number; retryAfter: string | undefined } | undefined {
  try {
    enter();
    return undefined;
  } catch (error) {
    // Nothing else is thrown.
    const { answer } = error as { answer: { status: number; headers: Record<string, string> } };
    return { status: answer.status, retryAfter: answer.headers['retry-after'] };
  }
}

describe('the bounds of a gateway', () => {
  it('let a token send as much as it may in a second, and say when to come again', () => {
    let time = 0;
    const bounds = createBounds({ bytesPerSecond: 10 * KIB, burstBytes: 20 * KIB }, () => time);
    bounds.enter('a', 20 * KIB)();
    expect(refusal(() => bounds.enter('a', 15 * KIB))).toEqual({ status: 429, retryAfter: '2' });
    expect(refusal(() => bounds.enter('b', 15 * KIB))).toBeUndefined();
    time += 1500;
    expect(refusal(() => bounds.enter('a', 15 * KIB))).toBeUndefined();
    expect(refusal(() => bounds.enter('a', 1))).toEqual({ status: 429, retryAfter: '1' });
    time += 3_600_000;
    expect(
      refusal(() => bounds.enter('a', 20 * KIB)),
      'no more is saved than may come at once',
    ).toBeUndefined();
    expect(refusal(() => bounds.enter('a', 1))).toMatchObject({ status: 429 });
  });

  it('count what ended once, however often its end is told', () => {
    const bounds = createBounds({ requests: 1, heldBytes: 10 }, () => 0);
    const leave = bounds.enter('a', 10);
    expect(refusal(() => bounds.enter('a', 1))).toEqual({ status: 429, retryAfter: '1' });
    expect(refusal(() => bounds.enter('b', 1))).toEqual({ status: 503, retryAfter: '1' });
    leave();
    leave();
    bounds.enter('a', 10);
    expect(refusal(() => bounds.enter('a', 1))).toMatchObject({ status: 429 });
    expect(refusal(() => bounds.enter('b', 1))).toMatchObject({ status: 503 });
  });

  it('forget tokens that rest, and none that runs or has sent much', () => {
    let time = 0;
    const bounds = createBounds({ requests: 1, bytesPerSecond: 1, burstBytes: 100 }, () => time);
    bounds.enter('running', 0);
    bounds.enter('much', 100)();
    for (let count = 0; count < 3000; count += 1) bounds.enter(`token ${count}`, 0)();
    time += 10_000;
    expect(refusal(() => bounds.enter('running', 0))).toMatchObject({ status: 429 });
    expect(refusal(() => bounds.enter('much', 100))).toEqual({ status: 429, retryAfter: '90' });
  });
});
