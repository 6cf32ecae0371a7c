// What a line of a client is, so that it can be found again in a recording in which its ids and its words are others.

/** The protocol of a recording, by its first messages. */
export function protocolOf(messages) {
  if (messages.some((message) => message.jsonrpc === '2.0')) return 'acp';
  return messages.some((message) => typeof message.method === 'string') ? 'codex' : 'claude';
}

/** A name that the recorded line and the client's have in common: `request session/prompt`, `answer 0`, `user`. */
export function nameOf(message, protocol) {
  if (protocol !== 'claude') {
    if (typeof message.method === 'string') return `${message.id === undefined ? 'note' : 'request'} ${message.method}`;
    return `answer ${JSON.stringify(message.id)}`;
  }
  switch (message.type) {
    case 'control_request':
      return `request ${message.request?.subtype}`;
    case 'control_response':
      return `answer ${message.response?.request_id}`;
    default:
      return String(message.type);
  }
}

/** The id of a request, by which its answer is known. */
export function requestId(message, protocol) {
  if (protocol === 'claude') return message.type === 'control_request' ? message.request_id : undefined;
  return typeof message.method === 'string' ? message.id : undefined;
}

/** The id of the request that a line of the agent answers. */
export function answeredId(message, protocol) {
  if (protocol === 'claude') return message.type === 'control_response' ? message.response?.request_id : undefined;
  return message.method === undefined ? message.id : undefined;
}

/** What a client may leave out: lists and settings. Prompts, answers and interruptions are waited for. */
const WAITED_FOR =
  /^(?:user$|answer |request (?:interrupt|turn\/(?:start|steer|interrupt)|sendUser(?:Message|Turn)|interruptConversation|session\/prompt|thread\/(?:start|resume|fork)|newConversation|session\/(?:new|load|resume|fork)|review\/start)$|note session\/cancel$)/;

export function isWaitedFor(name) {
  return WAITED_FOR.test(name);
}

/** The words of a prompt. */
export function promptOf(message) {
  const { params = {} } = message;
  const content = message.message?.content ?? params.prompt ?? params.input ?? params.items;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => part.text ?? part.data?.text).find((text) => typeof text === 'string');
}

/** A name that no version has: a client asks for it to learn what there is. */
const UNKNOWN_METHOD = 'threadline/unknown';

/** An option that is set is told with its new value. */
function resultOf({ method, params = {} }) {
  if (method !== 'session/set_config_option') return {};
  return { configOptions: [{ id: params.configId, currentValue: params.value }] };
}

/** The settings of a thread are those that its client gave, whatever the recorded one did. */
export function withSettings(result, { approvalPolicy, sandbox } = {}) {
  if (typeof result !== 'object' || result === null) return result;
  const type = sandbox?.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return {
    ...result,
    ...('approvalPolicy' in result && approvalPolicy !== undefined && { approvalPolicy }),
    ...('sandbox' in result && type !== undefined && { sandbox: { ...result.sandbox, type } }),
  };
}

/** An answer to a request that the recording does not have. */
export function plainAnswer(message, protocol, methods = []) {
  if (protocol === 'claude') {
    return { type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response: {} } };
  }
  // The real one answers a method that it does not have with the list of those that it has.
  if (protocol === 'codex' && message.method === UNKNOWN_METHOD) {
    const known = methods.map((method) => `\`${method}\``).join(', ');
    const text = `Invalid request: unknown variant \`${message.method}\`, expected one of ${known}`;
    return { id: message.id, error: { code: -32600, message: text } };
  }
  const answer = { id: message.id, result: resultOf(message) };
  return protocol === 'acp' ? { jsonrpc: '2.0', ...answer } : answer;
}
