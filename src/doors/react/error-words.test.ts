import { expect, it } from 'vitest';
import { errorWords } from './error-words.ts';

it('says the message of an error that is JSON, with its code and status', () => {
  const gemini =
    '[API Error: {"error":{"code":429,"message":"You exceeded your quota.","status":"RESOURCE_EXHAUSTED"}}]';
  expect(errorWords(gemini)).toBe('API Error: You exceeded your quota. (429 RESOURCE_EXHAUSTED)');
  expect(errorWords('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}')).toBe(
    'Overloaded (overloaded_error)',
  );
});

it('leaves everything else as it is', () => {
  for (const text of ['', 'stream error', '{', '}{', '{"a":1}', '{"error":{"message":{"toString":0}}}', '{"error":7}'])
    expect(errorWords(text)).toBe(text);
});
