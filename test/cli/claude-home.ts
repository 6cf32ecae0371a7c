import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A home of Claude Code for the tests of a file. Sessions have names, and ids that are made of them. */
export function temporaryHome() {
  const path = mkdtempSync(join(tmpdir(), 'threadline-claude-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const project = join(path, 'projects', '-p');
  mkdirSync(project, { recursive: true });

  const id = (name: string) => {
    const hash = createHash('sha256').update(name).digest('hex');
    return `${hash.slice(0, 8)}-0000-4000-8000-${hash.slice(8, 20)}`;
  };

  function write(name: string, records: readonly object[]): string {
    const file = join(project, `${id(name)}.jsonl`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return file;
  }

  function lines(name: string, prompts: readonly unknown[], isAnswered: boolean): object[] {
    const base = {
      sessionId: id(name),
      cwd: '/p',
      version: '2.1.75',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
    };
    let parentUuid: string | null = null;
    return prompts.flatMap((content, index) => {
      const [asked, answered] = [id(`${name} ${index} asked`), id(`${name} ${index} answered`)];
      const timestamp = new Date(Date.UTC(2026, 4, 1, 10, index)).toISOString();
      const prompt = { ...base, type: 'user', parentUuid, uuid: asked, timestamp, message: { role: 'user', content } };
      const message = {
        id: `msg_${index}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [{ type: 'text', text: 'Done.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 8 },
      };
      const hasAnswer = isAnswered || index === prompts.length - 1;
      parentUuid = hasAnswer ? answered : asked;
      return hasAnswer
        ? [prompt, { ...base, type: 'assistant', parentUuid: asked, uuid: answered, timestamp, message }]
        : [prompt];
    });
  }

  return {
    path,
    id,
    write,
    /** A session with these prompts, each answered. */
    session: (name: string, prompts: readonly unknown[]) => write(name, lines(name, prompts, true)),
    /** The same, with an answer to the last one alone. */
    unanswered: (name: string, prompts: readonly unknown[]) => write(name, lines(name, prompts, false)),
  };
}
