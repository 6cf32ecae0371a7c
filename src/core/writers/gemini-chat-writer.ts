import { sha256 } from '../lines/sha256.ts';
import { HAND_OVER_FIELD, handedOverId, INVISIBLE, noteText, PLACEHOLDER_THOUGHT } from '../thread/hand-over.ts';
import { type GeminiCall, geminiCall } from './gemini-calls.ts';
import { imageUrl, type SessionContext, type SessionFormat, type SessionMessage } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';

/** A chat that Gemini CLI resumes: `session-<time>-<first 8 of id>.jsonl` among the chats of its project. */
export const createGeminiChatWriter = sessionWriter(geminiChat);

/** One answer of the model: thoughts and text, then calls. */
interface GeminiAnswer {
  time: string;
  thoughts: string[];
  text: string;
  calls: GeminiCall[];
}

/** Gemini CLI does not show a message of the person that begins like this. */
const HIDDEN = [{ text: '<hook_context></hook_context>' }];

function geminiChat(context: SessionContext): SessionFormat {
  const { id: sessionId, origin, omit } = context;
  let lastTime = context.time;
  let messages = 0;
  /** Held back, because a call must be in the answer that it belongs to. */
  let answer: GeminiAnswer | undefined;

  function record(type: string, timestamp: string, content: unknown, more: object = {}): object {
    const value = {
      id: handedOverId(messages + 1),
      timestamp,
      type,
      content,
      ...more,
      [HAND_OVER_FIELD]: { i: messages },
    };
    messages += 1;
    lastTime = timestamp;
    return value;
  }

  function flush(): object[] {
    if (!answer) return [];
    const { time, text, calls } = answer;
    const thoughts = answer.thoughts.map((description) => ({ subject: '', description, timestamp: time }));
    // The calls of another model are signed only beside a thought.
    if (calls.length > 0 && thoughts.length === 0)
      thoughts.push({ subject: '', description: PLACEHOLDER_THOUGHT, timestamp: time });
    answer = undefined;
    const more = { thoughts, tokens: null };
    if (calls.length === 0) return [record('gemini', time, text, more)];
    const content = [
      ...thoughts.map(({ description }) => ({ text: description, thought: true })),
      ...(text === '' ? [] : [{ text }]),
      ...calls.map(({ call }) => call),
    ];
    const shown = { displayContent: [{ text: text || ' ' }], toolCalls: calls.map((call) => call.shown) };
    const said = record('gemini', time, content, { ...more, ...shown });
    return [said, responses(time, calls)];
  }

  /** The results for the model. Gemini CLI does not show them: their shown form is beside the calls. */
  function responses(timestamp: string, calls: readonly GeminiCall[]): object {
    const id = `${handedOverId(messages)}_response`;
    const content = calls.map(({ response }) => response);
    return { id, timestamp, type: 'user', content, displayContent: HIDDEN, [HAND_OVER_FIELD]: { i: messages - 1 } };
  }

  function answered(message: SessionMessage): object[] {
    const { time, parts, calls } = message;
    const done: object[] = [];
    const next = (isRoom: (open: GeminiAnswer) => boolean): GeminiAnswer => {
      if (answer && !isRoom(answer)) for (const value of flush()) done.push(value);
      answer ??= { time, thoughts: [], text: '', calls: [] };
      return answer;
    };
    for (const part of parts) {
      if (part.type === 'image') omit('image');
      else if (part.type === 'thinking')
        next((open) => open.text === '' && open.calls.length === 0).thoughts.push(part.thinking);
      else next((open) => open.text === '' && open.calls.length === 0).text = part.text;
    }
    for (const call of calls) {
      for (const _ of call.images) omit('image');
      next((open) => open.calls.length === 0 || call !== calls[0]).calls.push(geminiCall(call, time));
    }
    return done;
  }

  function prompt({ time, parts }: SessionMessage): object[] {
    const content: object[] = [];
    for (const part of parts) {
      if (part.type === 'text') content.push({ text: visible(part.text) });
      else if (part.type === 'image') {
        const url = imageUrl(part);
        const { source } = part;
        if (url === undefined) omit('image');
        else if (source.type === 'url') content.push({ fileData: { fileUri: url } });
        else content.push({ inlineData: { mimeType: source.media_type, data: source.data } });
      }
    }
    return content.length === 0 ? [] : [record('user', time, content)];
  }

  return {
    begin() {
      const mark = { agent: origin.agent, id: origin.thread_id };
      const header = {
        sessionId,
        projectHash: sha256(context.cwd),
        startTime: context.time,
        lastUpdated: context.time,
        kind: 'main',
        [HAND_OVER_FIELD]: mark,
      };
      if (context.note === undefined) return [header];
      return [header, record('user', context.time, [{ text: noteText(context.note) }])];
    },
    message(message) {
      if (message.role === 'assistant') return answered(message);
      if (message.role === 'user') return [...flush(), ...prompt(message)];
      const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return text === '' ? flush() : [...flush(), record('info', message.time, text)];
    },
    end() {
      const rest = flush();
      const summary = context.title === undefined ? {} : { summary: context.title };
      return [...rest, { $set: { ...summary, lastUpdated: lastTime } }];
    },
  };
}

/** Gemini CLI takes prompts with these beginnings for its own commands and leaves them out of the history. */
function visible(text: string): string {
  return /^[/?]/.test(text.trimStart()) || text.startsWith(INVISIBLE) ? INVISIBLE + text : text;
}
