import {
  answeredId,
  isWaitedFor,
  nameOf,
  plainAnswer,
  promptOf,
  protocolOf,
  requestId,
  withSettings,
} from './matching.mjs';

/** What every version of the second API has. */
const THREAD_METHODS = ['thread/start', 'thread/resume', 'turn/start', 'turn/interrupt'];

/**
 * Plays the agent's side of a recording. It says what the agent said until the recording shows a line of the client, then it
 * waits for that line. Ids and words of the client replace the recorded ones in all that follows.
 */
export function createPlayer(entries, { write, onMark, log = () => {} }) {
  const steps = entries.map(readStep);
  const protocol = protocolOf(steps.flatMap(({ message }) => (message ? [message] : [])));
  for (const step of steps) if (step.message && step.dir === 'in') step.name = nameOf(step.message, protocol);
  /** Recorded texts and ids that have another value here. */
  const replaced = new Map();
  /** Ids of the client's requests by the recorded ones: numbers are no texts. */
  const ids = new Map();
  const skipped = new Set();
  /** What the client asked threads to be, by the recorded id of the request. */
  const settings = new Map();
  const methods = [
    ...new Set([
      ...steps.flatMap(({ dir, message }) => (dir === 'in' && message?.method ? [message.method] : [])),
      ...THREAD_METHODS,
    ]),
  ];
  let at = 0;

  /** Says all up to the next line of the client that has not come. */
  function play() {
    for (; at < steps.length; at += 1) {
      const step = steps[at];
      if (step.dir === 'mark') {
        if (onMark(step.event, step) === 'wait') {
          log({ waits: at });
          return;
        }
      } else if (step.dir === 'in') {
        if (step.message && !step.came && !step.left) {
          answerAhead();
          log({ waits: at });
          return;
        }
      } else if (!step.said) say(step);
    }
    log({ waits: at });
  }

  /** A recorded client said several lines at once. One that waits for the answer to the first gets it. */
  function answerAhead() {
    const next = steps.findIndex((step, index) => index >= at && step.dir === 'out' && !step.said);
    const step = steps[next];
    const answered = step?.message && answeredId(step.message, protocol);
    if (answered === undefined || skipped.has(answered)) return;
    const asked = steps.find(({ came, message }) => came && requestId(message, protocol) === answered);
    // The answer to a prompt is the end of its turn.
    if (!asked || asked.message.method === 'session/prompt') return;
    step.said = true;
    say(step);
    answerAhead();
  }

  function say({ message, line }) {
    if (!message) return write(line);
    const answered = answeredId(message, protocol);
    if (answered !== undefined && skipped.has(answered)) return;
    const told = mapped(message);
    if (protocol !== 'claude' && answered !== undefined && ids.has(answered)) told.id = ids.get(answered);
    if (settings.has(answered)) told.result = withSettings(told.result, settings.get(answered));
    write(JSON.stringify(told));
  }

  function mapped(value) {
    if (typeof value === 'string') return replaced.get(value) ?? value;
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner)]));
  }

  /** Takes a line of the client. */
  function hear(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      log({ line, matched: null });
      return;
    }
    const name = nameOf(message, protocol);
    const found = steps.findIndex((step, index) => index >= at && step.name === name && !step.came && !step.left);
    log({ message, name, matched: found === -1 ? null : found });
    if (found === -1 || isBehindWaited(found)) return answerPlainly(message);
    for (const step of steps.slice(at, found)) leave(step);
    learn(steps[found].message, message, found);
    steps[found].came = true;
    play();
  }

  /** True if the recording waits for something else before: then the line has come out of turn. */
  function isBehindWaited(found) {
    return steps.slice(at, found).some((step) => step.name && !step.came && !step.left && isWaitedFor(step.name));
  }

  /** The client leaves out what it need not say, and so the agent its answer. */
  function leave(step) {
    if (!step.name || step.came) return;
    step.left = true;
    const id = requestId(step.message, protocol);
    if (id !== undefined) skipped.add(id);
  }

  function answerPlainly(message) {
    if (requestId(message, protocol) === undefined) return;
    const isNewer = methods.includes('turn/start') && steps.some(({ name }) => name === 'request turn/start');
    write(JSON.stringify(plainAnswer(message, protocol, isNewer ? methods : [])));
  }

  function learn(recorded, message, found) {
    const id = requestId(recorded, protocol);
    if (id !== undefined) {
      if (protocol === 'claude') replaced.set(id, message.request_id);
      else ids.set(id, message.id);
      if (/^thread\//.test(message.method ?? '')) settings.set(id, message.params);
      skipped.delete(id);
    }
    const [said, says] = [promptOf(recorded), promptOf(message)];
    if (said !== undefined && says !== undefined && said !== says) replaced.set(said, says);
    const own = message.uuid ?? message.params?.clientUserMessageId;
    const uuid = recorded.uuid ?? repeatedId(found, said);
    if (own !== undefined && uuid !== undefined) replaced.set(uuid, own);
  }

  /** The id under which the agent prints a prompt again that had none. */
  function repeatedId(found, said) {
    const again = steps
      .slice(found)
      .find(({ dir, message }) => dir === 'out' && message?.type === 'user' && promptOf(message) === said);
    return again?.message.uuid;
  }

  return {
    play,
    hear,
    /** Goes on after a mark that was waited for. */
    resume() {
      at += 1;
      play();
    },
    /** True if nothing is left to say. */
    get isOver() {
      return steps.slice(at).every(({ dir }) => dir === 'mark');
    },
  };
}

function readStep(entry) {
  if (entry.dir === 'mark') return { ...entry };
  let message;
  try {
    const value = JSON.parse(entry.line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) message = value;
  } catch {
    // A line that is no JSON is said as it is.
  }
  return { ...entry, message };
}
