import type { RunResult } from 'threadline/run';
import { message } from '../../scripts/record/models/answers.ts';
import { say } from '../../scripts/record/models/anthropic-api.ts';
import * as claude from './claude-harness.ts';
import * as codex from './codex-harness.ts';
import * as gemini from './gemini-harness.ts';
import { type Sent, sentToClaude, sentToCodex, sentToGemini } from './hand-over-harness.ts';

/** An agent to hand threads over to, with a home, a project and a model that always says `Fine.` */
export interface HandOffShop {
  /** Says where its home is. */
  env: Record<string, string>;
  project: string;
  /** Goes on with a session; gives what came of it and what the model was sent first. */
  resume(id: string, prompt: string): Promise<{ result: RunResult; sent: Sent }>;
  /** The same in a copy of the session, where a program can do that without a person. */
  fork?: ((id: string, prompt: string) => Promise<RunResult>) | undefined;
  close(): Promise<void>;
}

/** A program to hand threads over to. */
export interface HandOffTarget {
  name: string;
  agent: 'claude' | 'codex' | 'gemini';
  open(): Promise<HandOffShop | { skip: string }>;
}

/** What the model answers, and what each answer is said to have used. */
export const ANSWER = 'Fine.';

export const newestTargets: readonly HandOffTarget[] = [
  claudeTarget(claude.CLAUDE_VERSION),
  { name: `Gemini CLI ${gemini.GEMINI_VERSION}`, agent: 'gemini', open: openGemini },
  ...codex.CODEX_VERSIONS.map((version) => ({
    name: `Codex ${version}`,
    agent: 'codex' as const,
    open: () => openCodex(version),
  })),
];

export function claudeTarget(version: string): HandOffTarget {
  return { name: `Claude Code ${version}`, agent: 'claude', open: () => openClaude(version) };
}

async function openClaude(version: string): Promise<HandOffShop | { skip: string }> {
  const found = await claude.findClaude(version);
  if ('skip' in found) return found;
  const shop = await claude.createWorkshop(found.binary, () => [say(ANSWER)]);
  const request = (id: string, prompt: string) => ({ prompt, resume: id });
  return {
    env: { HOME: shop.home, CLAUDE_CONFIG_DIR: shop.home },
    project: shop.project,
    resume: (id, prompt) =>
      firstSent(shop.model.requests, sentToClaude, async () => (await shop.resume(request(id, prompt))).result),
    fork: async (id, prompt) => (await shop.resume({ ...request(id, prompt), forkSession: true })).result,
    close: shop.close,
  };
}

async function openCodex(version: codex.CodexVersion): Promise<HandOffShop | { skip: string }> {
  const found = await codex.findCodex(version);
  if ('skip' in found) return found;
  const shop = await codex.createWorkshop({ ...found, script: () => [message(ANSWER)] });
  return {
    env: { HOME: shop.home, CODEX_HOME: shop.home },
    project: shop.project,
    resume: (id, prompt) =>
      firstSent(shop.model.requests, sentToCodex, async () => (await shop.resume({ prompt, resume: id })).result),
    close: shop.close,
  };
}

async function openGemini(): Promise<HandOffShop | { skip: string }> {
  const found = await gemini.findGemini();
  if ('skip' in found) return found;
  const shop = await gemini.createWorkshop(found.binary, () => [{ text: ANSWER }]);
  return {
    env: { HOME: shop.home, GEMINI_CLI_HOME: shop.home },
    project: shop.project,
    resume: (id, prompt) =>
      firstSent(shop.model.requests, sentToGemini, async () => (await shop.resume({ prompt, resume: id })).result),
    close: shop.close,
  };
}

async function firstSent<T>(requests: readonly T[], read: (request: T) => Sent, work: () => Promise<RunResult>) {
  const before = requests.length;
  const result = await work();
  const first = requests[before];
  return { result, sent: first === undefined ? { texts: [], calls: [], results: [] } : read(first) };
}
