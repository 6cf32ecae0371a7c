import { useEffect, useReducer, useRef, useState } from 'react';
import type { CodeToken, TokenizeCode } from '../../src/core/text/code-tokens.ts';
import type { HighlightAnswer, HighlightRequest } from './highlight.worker.ts';
import workerUrl from './highlight.worker.ts?worker&url';

type Lines = CodeToken[][];

const MAX_KEPT = 400;
const MAX_LENGTH = 32 * 1024;

/** Tokens by language and code; undefined means without colours. The oldest are dropped first. */
const kept = new Map<string, Lines | undefined>();
/** The callbacks that wait for the tokens of a text. */
const waiting = new Map<string, Set<() => void>>();
const keyOfRequest = new Map<number, string>();
let worker: Worker | undefined;
let lastId = 0;

/** Returns the available tokens, requests the others, and draws again when they have come. */
export function useTokenizer(): TokenizeCode {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const missed = useRef<HighlightWish[]>([]);
  useEffect(() => {
    for (const wish of missed.current.splice(0)) request(wish, redraw);
  });
  return (code, language) => {
    if (!hasColours(code, language)) return undefined;
    const key = keyOf(code, language);
    if (!kept.has(key)) missed.current.push({ key, code, language });
    return kept.get(key);
  };
}

/** A text is drawn without its colours after this time. */
const PATIENCE_MS = 1000;

/** Asks for the colours of some texts. True once they have come, or none will: who waits draws a long text once, not twice. */
export function useColours(texts: readonly string[], language: string): boolean {
  const tokenize = useTokenizer();
  const [isKnown, setKnown] = useState(false);
  for (const text of isKnown ? [] : texts) tokenize(text, language);
  const isAnswered = isKnown || texts.every((text) => !hasColours(text, language) || kept.has(keyOf(text, language)));
  useEffect(() => {
    if (isAnswered) return setKnown(true);
    const timer = setTimeout(() => setKnown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return isAnswered;
}

// Only the worker knows the languages: a list here would bring in all grammars.
const hasColours = (code: string, language: string) => language !== '' && code.length <= MAX_LENGTH && code !== '';
const keyOf = (code: string, language: string) => `${language}\0${code}`;

interface HighlightWish {
  key: string;
  code: string;
  language: string;
}

function request({ key, code, language }: HighlightWish, done: () => void): void {
  const others = waiting.get(key);
  if (others) {
    others.add(done);
    return;
  }
  waiting.set(key, new Set([done]));
  lastId += 1;
  keyOfRequest.set(lastId, key);
  worker ??= startWorker();
  worker.postMessage({ id: lastId, code, language } satisfies HighlightRequest);
}

function startWorker(): Worker {
  const started = new Worker(trustedUrl(), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    const key = keyOfRequest.get(data.id);
    if (key === undefined) return;
    keyOfRequest.delete(data.id);
    kept.set(key, data.lines);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    const listeners = waiting.get(key);
    waiting.delete(key);
    for (const listener of listeners ?? []) listener();
  });
  return started;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** The only policy of the page. It accepts only the address of its own worker. */
function trustedUrl(): string {
  const { trustedTypes }: typeof globalThis & { trustedTypes?: TrustedTypes } = globalThis;
  const policy = trustedTypes?.createPolicy('threadline-worker', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('only the worker of this page');
      return url;
    },
  });
  return policy ? policy.createScriptURL(workerUrl) : workerUrl;
}
