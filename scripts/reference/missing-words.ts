import type { PublicName } from './public-names.ts';

/** The names that people begin with. Each shows a whole program. */
export const MAIN_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'threadline',
    [
      'createCodexStdoutMapper',
      'createEventReader',
      'createMessageBuilder',
      'createStdoutMapper',
      'createThread',
      'itemEnvelope',
      'parse',
      'parseLine',
      'readEvents',
      'readMessages',
    ],
  ],
  ['threadline/ai', ['createThreadlineModel']],
  ['threadline/archive', ['openArchive']],
  ['threadline/chat', ['createCodexAgent', 'createLocalSandbox', 'runChat']],
  ['threadline/lazy', ['readEvents']],
  ['threadline/reader', ['createEventReader']],
  ['threadline/redact', ['createRedactor']],
  [
    'threadline/run',
    [
      'ClaudeClient',
      'CodexClient',
      'CopilotClient',
      'GeminiClient',
      'QwenClient',
      'detectCli',
      'execute',
      'extractJson',
    ],
  ],
  ['threadline/schema', ['ThreadEventSchema', 'parseThreadEvent', 'safeParseThreadEvent']],
  ['threadline/sessions', ['followSession', 'handOff', 'listSessions', 'loadSession', 'openSession', 'resumePoint']],
  ['threadline/live', ['openLive']],
  ['threadline/usage', ['scanUsage', 'sessionUsage', 'usageReport']],
  ['threadline/writers', ['writers']],
]);

/** What the reference could not say, one line each: names and members without a sentence, main names without a program. */
export function missingWords(names: readonly PublicName[]): string[] {
  const missing = names.flatMap((entry) => {
    const own = isSentence(entry.doc) ? [] : [`${entry.name} has no sentence (${entry.place})`];
    const bare = entry.members.filter(({ doc, needsSentence }) => needsSentence && !isSentence(doc));
    return [...own, ...bare.map(({ name }) => `${entry.name}.${name} has no sentence (${entry.place})`)];
  });
  return [...new Set(missing), ...missingExamples(names)];
}

/** At least two words, and an end. */
function isSentence(doc: string): boolean {
  const [paragraph = ''] = doc.split('\n\n');
  return /\w\S*\s+\S+/.test(paragraph) && /[.:!?`)]$/.test(paragraph);
}

function missingExamples(names: readonly PublicName[]): string[] {
  const shown = new Set(
    names.filter(({ examples }) => examples.length > 0).map(({ specifier, name }) => `${specifier} ${name}`),
  );
  return [...MAIN_NAMES].flatMap(([specifier, main]) =>
    main.filter((name) => !shown.has(`${specifier} ${name}`)).map((name) => `${name} of ${specifier} has no @example`),
  );
}
