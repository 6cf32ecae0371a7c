// The made-up agent under control: it speaks the Agent Client Protocol, asks before it pecks, and does what it is told.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (fields) => send({ method: 'session/update', params: { sessionId: 'n1', update: fields } });
const options = [
  { optionId: 'yes', name: 'Peck', kind: 'allow_once' },
  { optionId: 'no', name: 'Do not', kind: 'reject_once' },
];
let prompt;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, result } = JSON.parse(line);
  if (method === 'initialize')
    send({ id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'Parrot', version: '7' } } });
  else if (method === 'session/new') send({ id, result: { sessionId: 'n1' } });
  else if (method === 'session/prompt') {
    prompt = id;
    const toolCall = { toolCallId: 'p1', title: 'peck', kind: 'execute', rawInput: { command: 'peck corn' } };
    update({ sessionUpdate: 'tool_call', status: 'pending', ...toolCall });
    send({ id: 'ask-1', method: 'session/request_permission', params: { sessionId: 'n1', toolCall, options } });
  } else if (id === 'ask-1') {
    const isAllowed = result?.outcome?.optionId === 'yes';
    const content = [{ type: 'content', content: { type: 'text', text: isAllowed ? 'sweet' : 'not pecked' } }];
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'p1',
      status: isAllowed ? 'completed' : 'failed',
      content,
    });
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } });
    send({ id: prompt, result: { stopReason: 'end_turn' } });
  } else if (id !== undefined && method !== undefined) send({ id, result: {} });
}
