import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { message } from '../../scripts/record/models/answers.ts';
import { say } from '../../scripts/record/models/anthropic-api.ts';
import { isObject } from '../../src/core/lines/json.ts';
import * as claude from './claude-harness.ts';
import * as codex from './codex-harness.ts';
import * as gemini from './gemini-harness.ts';

/** What the model was sent, in order: what was said, calls, and what came of them. */
export interface Sent {
  texts: string[];
  calls: string[];
  results: string[];
  /** Answers with calls of which none is signed, as newer models of Gemini's want it. */
  unsigned?: number;
}

/** What came of a session file that an agent resumed twice. */
export interface Resumed {
  /** Of both runs. */
  exitCodes: (number | null)[];
  threadIds: (string | undefined)[];
  /** The first and the second run's first request. */
  sent: [Sent, Sent];
  /** The file afterwards. */
  file: Uint8Array;
}

/** A session file to be resumed: written for the folder of a project that only then is known. */
export type WriteSession = (cwd: string) => { id: string; text: string };

const PROMPTS = ['First new prompt.', 'Second new prompt.'] as const;
const TIME = '2026-11-01T10-00-00';

/** Puts the file where Claude Code looks for it, and resumes it twice. */
export async function resumeByClaude(binary: string, write: WriteSession): Promise<Resumed> {
  const shop = await claude.createWorkshop(binary, () => [say('Fine.')]);
  try {
    const { id, text } = write(shop.project);
    const folder = join(shop.home, 'projects', shop.project.replace(/[^A-Za-z0-9]/g, '-'));
    const path = put(folder, `${id}.jsonl`, text);
    const runs = [];
    for (const prompt of PROMPTS) runs.push((await shop.resume({ prompt, resume: id })).result);
    return resumed(runs, shop.model.requests.map(sentToClaude), readFileSync(path));
  } finally {
    await shop.close();
  }
}

/** The same with Codex. */
export async function resumeByCodex(installed: codex.InstalledCodex, write: WriteSession): Promise<Resumed> {
  const shop = await codex.createWorkshop({ ...installed, script: () => [message('Fine.')] });
  try {
    const { id, text } = write(shop.project);
    const path = put(join(shop.home, 'sessions/2026/11/01'), `rollout-${TIME}-${id}.jsonl`, text);
    const runs = [];
    for (const prompt of PROMPTS) runs.push((await shop.resume({ prompt, resume: id })).result);
    return resumed(runs, shop.model.requests.map(sentToCodex), readFileSync(path));
  } finally {
    await shop.close();
  }
}

/** The same with Gemini CLI. */
export async function resumeByGemini(binary: string, write: WriteSession): Promise<Resumed> {
  const shop = await gemini.createWorkshop(binary, () => [{ text: 'Fine.' }]);
  try {
    const { id, text } = write(shop.project);
    const folder = join(shop.home, '.gemini/tmp', basename(shop.project), 'chats');
    put(folder, `session-${TIME.slice(0, 16)}-${id.slice(0, 8)}.jsonl`, text);
    const runs = [];
    for (const prompt of PROMPTS) runs.push((await shop.resume({ prompt, resume: id })).result);
    const [path = ''] = globSync(`${folder}/session-${TIME.slice(0, 16)}-*.jsonl`);
    return resumed(runs, shop.model.requests.map(sentToGemini), readFileSync(path));
  } finally {
    await shop.close();
  }
}

function put(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

function resumed(
  runs: readonly { exitCode: number | null; threadId?: string | undefined }[],
  sent: readonly Sent[],
  file: Uint8Array,
): Resumed {
  const none: Sent = { texts: [], calls: [], results: [] };
  return {
    exitCodes: runs.map(({ exitCode }) => exitCode),
    threadIds: runs.map(({ threadId }) => threadId),
    sent: [sent[0] ?? none, sent[1] ?? none],
    file,
  };
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function sentToCodex({ input }: { input?: unknown }): Sent {
  const sent: Sent = { texts: [], calls: [], results: [] };
  for (const item of objects(input)) {
    const type = String(item.type);
    if (type === 'message') for (const { text } of objects(item.content)) sent.texts.push(String(text));
    else if (type.endsWith('_call')) sent.calls.push(String(item.call_id));
    else if (type.endsWith('_call_output')) sent.results.push(String(item.call_id));
  }
  return sent;
}

export function sentToClaude({ messages }: { messages?: unknown[] }): Sent {
  const sent: Sent = { texts: [], calls: [], results: [] };
  for (const { content } of objects(messages)) {
    if (typeof content === 'string') sent.texts.push(content);
    for (const block of objects(content)) {
      if (block.type === 'text') sent.texts.push(String(block.text));
      else if (block.type === 'tool_use') sent.calls.push(String(block.id));
      else if (block.type === 'tool_result') sent.results.push(String(block.tool_use_id));
    }
  }
  return sent;
}

export function sentToGemini({ contents }: { contents?: unknown[] }): Sent {
  const sent: Sent = { texts: [], calls: [], results: [], unsigned: 0 };
  for (const { parts } of objects(contents)) {
    const calls = objects(parts).filter((part) => 'functionCall' in part);
    if (calls.length > 0 && !calls.some((part) => 'thoughtSignature' in part)) sent.unsigned = (sent.unsigned ?? 0) + 1;
    for (const { text, functionCall, functionResponse } of objects(parts)) {
      if (typeof text === 'string') sent.texts.push(text);
      else if (isObject(functionCall)) sent.calls.push(String(functionCall.id));
      else if (isObject(functionResponse)) sent.results.push(String(functionResponse.id));
    }
  }
  return sent;
}
