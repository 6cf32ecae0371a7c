// A session of any agent as unified messages: the newest one, or that of an id or a file.
//   node session-loader.ts [ID|FILE.jsonl]
import { extractText, isBashTool, type UnifiedMessage } from 'threadline';
import { listSessions, loadSession } from 'threadline/sessions';

async function load(wanted: string | undefined): Promise<UnifiedMessage[]> {
  if (wanted?.endsWith('.jsonl')) return loadSession({ path: wanted });
  if (wanted !== undefined) return loadSession(wanted);
  const [newest] = await listSessions({ limit: 1 });
  return newest ? loadSession({ path: newest.path }) : [];
}

for (const message of await load(process.argv[2])) {
  const { id, role, tool, timestamp, content } = message;
  // A call and its result stand in one message; other agents' tools have Claude's names.
  const commands = content.filter(isBashTool).map(({ input }) => input.command);
  const failed = content.some((block) => block.type === 'tool_result' && block.is_error);
  const at = new Date(timestamp).toISOString();
  process.stdout.write(`${JSON.stringify({ id, role, tool, at, text: extractText(message), commands, failed })}\n`);
}
