// Writes the lines of a Gemini CLI chat file, as 0.61 writes them, for the sample home.
import { createHash } from 'node:crypto';

/** @param {{id: string, start: string, cwd: string, slug: string, model: string, title: string}} thread */
export function geminiThread({ id, start, cwd, slug, model, title }) {
  const lines = [];
  let time = Date.parse(start);
  let count = 0;
  let tokens = { input: 9400, output: 210, cached: 6100, thoughts: 90, tool: 0, total: 9700 };
  const now = () => new Date(time).toISOString();
  const nextId = () => {
    count += 1;
    return `${id.slice(0, 24)}${String(count).padStart(12, '0')}`;
  };
  const write = (value) => lines.push(JSON.stringify(value));
  write({
    sessionId: id,
    projectHash: createHash('sha256').update(cwd).digest('hex'),
    startTime: now(),
    lastUpdated: now(),
    kind: 'main',
  });

  const api = {
    prompt(text) {
      write({ id: nextId(), timestamp: now(), type: 'user', content: [{ text }] });
      return api;
    },
    uses(input, cached, output, thoughts) {
      tokens = { input, output, cached, thoughts, tool: 0, total: input + output + thoughts };
      return api;
    },
    tool(name, args, { output, error, seconds = 0.5, display, thought }) {
      time += seconds * 1000;
      const call = `${name}_${time}_0`;
      const response = error === undefined ? { output } : { error };
      const toolCall = {
        id: call,
        name,
        args,
        result: [{ functionResponse: { id: call, name, response } }],
        status: error === undefined ? 'success' : 'error',
        timestamp: now(),
        resultDisplay: display ?? output ?? error,
      };
      const thoughts = thought ? [{ subject: thought[0], description: thought[1], timestamp: now() }] : [];
      write({
        id: nextId(),
        timestamp: now(),
        type: 'gemini',
        content: '',
        thoughts,
        tokens,
        model,
        toolCalls: [toolCall],
      });
      return api;
    },
    say(text) {
      time += 1800;
      write({ id: nextId(), timestamp: now(), type: 'gemini', content: text, thoughts: [], tokens, model });
      return api;
    },
    failed(text) {
      time += 700;
      write({ id: nextId(), timestamp: now(), type: 'error', content: text });
      return api;
    },
    wait(seconds) {
      time += seconds * 1000;
      return api;
    },
    file() {
      write({ $set: { lastUpdated: now(), summary: title } });
      const minute = new Date(Date.parse(start)).toISOString().slice(0, 16).replace(':', '-');
      return {
        path: `gemini/tmp/${slug}/chats/session-${minute}-${id.slice(0, 8)}.jsonl`,
        text: `${lines.join('\n')}\n`,
      };
    },
  };
  return api;
}
