// Prints lines of every dialect that hold values which no agent ever writes.
import { begin, end, print } from './say.mjs';

const ODD = '{"toString":0,"valueOf":0}';
const deep = (depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const record = (type, payload) => print(`{"timestamp":"2026-01-01T00:00:00Z","type":"${type}","payload":${payload}}\n`);
const item = (fields) => print(`{"type":"item.completed","item":{"id":"i",${fields}}}\n`);

if (process.env.NONSENSE === 'session') {
  record('session_meta', '{"id":"00000000-0000-4000-8000-000000000000","cwd":"/w","cli_version":"0.100.0"}');
  record('response_item', `{"type":"message","role":"user","content":[{"type":${ODD},"text":"x"}]}`);
  record('response_item', `{"type":"function_call_output","call_id":"c","output":${deep(100_000)}}`);
} else {
  begin();
  item(`"type":"collab_tool_call","tool":"wait","agents_states":{"a":{"status":${ODD}}},"status":"completed"`);
  item(`"type":"mcp_tool_call","server":"s","tool":"t","arguments":${deep(100_000)},"status":${ODD}`);
  item(`"type":${ODD}`);
  item(`"type":"agent_message","text":${deep(100_000)}`);
  print(`{"type":${ODD}}\n{"type":"error","message":${ODD}}\n[]\n\0\n`);
  end();
}
