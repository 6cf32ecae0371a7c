// A tiny MCP server over stdio with two tools: one that answers, one that fails.
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) if (line.trim()) answer(JSON.parse(line));
});

const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const annotations = { readOnlyHint: true };
const tools = [
  { name: 'echo', description: 'Says the text again', inputSchema, annotations },
  { name: 'fail', description: 'Always fails', inputSchema, annotations },
];

function answer({ id, method, params }) {
  if (id === undefined) return;
  const result = resultOf(method, params);
  const error = { code: -32601, message: 'Method not found' };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`);
}

function resultOf(method, params) {
  if (method === 'initialize') {
    const serverInfo = { name: 'demo', version: '1.0.0' };
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'ping') return {};
  if (method !== 'tools/call') return undefined;
  if (params.name === 'echo') return { content: [{ type: 'text', text: `echo: ${params.arguments?.text}` }] };
  return { content: [{ type: 'text', text: 'the tool failed' }], isError: true };
}
