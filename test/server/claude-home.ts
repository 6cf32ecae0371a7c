import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Something that was said in a session of Claude Code. */
export interface SaidLine {
  text: string;
  /** Seconds after the session began. */
  at?: number;
  /** The request that gave it, and the tokens that were sent: without it the person said it. */
  request?: { id: string; input: number };
  /** The line was copied from this session. */
  copiedFrom?: string;
  /** The sub-agent whose line it is. */
  agentId?: string;
}

const BEGAN = Date.UTC(2026, 9, 1, 10);

export function sessionId(number: number): string {
  return `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;
}

/** A folder that goes with the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes sessions where Claude Code would keep them in `home`. */
export function claudeHome(home: string) {
  const project = join(home, 'projects/-home-me-project');
  const file = (id: string, agent?: string) =>
    join(project, agent === undefined ? `${id}.jsonl` : `${id}/subagents/agent-${agent}.jsonl`);

  function lineOf(id: string, { text, at = 0, request, copiedFrom, agentId }: SaidLine): string {
    const said = { role: request ? 'assistant' : 'user', content: [{ type: 'text', text }] };
    const usage = request && { input_tokens: request.input, output_tokens: 10 };
    const record = {
      parentUuid: null,
      isSidechain: agentId !== undefined,
      cwd: '/home/me/project',
      sessionId: id,
      version: '2.1.0',
      type: said.role,
      message: request ? { ...said, id: `msg_${request.id}`, model: 'claude-sonnet-4-5', usage } : said,
      uuid: `${id}-${text}`,
      timestamp: new Date(BEGAN + at * 1000).toISOString(),
      ...(agentId !== undefined && { agentId }),
      ...(request && { requestId: `req_${request.id}` }),
      ...(copiedFrom !== undefined && { forkedFrom: { sessionId: copiedFrom, messageUuid: 'x' } }),
    };
    return `${JSON.stringify(record)}\n`;
  }

  return {
    path: home,
    file,
    /** `written`: when the file was last written to; now by default. */
    write(id: string, lines: readonly SaidLine[], written?: Date): string {
      const path = file(id, lines[0]?.agentId);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.map((line) => lineOf(id, line)).join(''));
      if (written) utimesSync(path, written, written);
      return path;
    },
    append(id: string, line: SaidLine): void {
      appendFileSync(file(id, line.agentId), lineOf(id, line));
    },
  };
}
