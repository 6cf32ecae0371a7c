// What happened in the sample home: three agents, one small project. Every kind of row is in it.
import { claudeThread } from './claude-thread.mjs';
import { codexThread } from './codex-thread.mjs';
import { geminiThread } from './gemini-thread.mjs';

const cwd = '/home/you/harbour';

function framer() {
  const child = '01a1d8f0-11aa-7c2e-9d10-5f2b8e7a0102';
  const thread = codexThread({
    id: '01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101',
    start: '2026-11-14T09:12:04Z',
    cwd,
    branch: 'main',
    model: 'gpt-5.5-codex',
    title: 'Framer drops CR at a chunk border',
  });
  thread
    .prompt(
      'When a chunk ends between CR and LF the line keeps a stray `\\r`. Find the cause, and a test that shows it.',
    )
    .think(
      9,
      '**Looking for the framer**\n\nThe reader cuts chunks into lines in one place. A CR at the end of a chunk is half of a line end.',
    )
    .run('rg -n "0x0a" src/lines', {
      output:
        'src/lines/framer.ts:62:    const end = chunk.indexOf(0x0a, start);\nsrc/lines/framer.ts:63:    if (end === -1) return keep(chunk.subarray(start));\n',
      seconds: 0.2,
    })
    .used(18_240, 12_288, 640, 310)
    .run('sed -n 50,80p src/lines/framer.ts', {
      output:
        '  /** Cuts a chunk into lines; what is left of it waits for the next one. */\n  function feed(chunk) {\n    let start = 0;\n    for (;;) {\n      const end = chunk.indexOf(0x0a, start);\n      if (end === -1) return keep(chunk.subarray(start));\n      lines.push(decode(chunk, start, end));\n      start = end + 1;\n    }\n  }\n',
      seconds: 0.1,
    })
    .say(
      'The framer trims a trailing `\\r` only when the `\\n` stands in **the same chunk**. Where the cut falls between the two, `keep()` stores the `\\r` as part of the line.\n\n```ts\n// chunk 1: "a\\r"   chunk 2: "\\nb\\n"\nfeed(bytes("a\\r")); // kept: "a\\r"\nfeed(bytes("\\nb\\n")); // lines: "a\\r", "b"\n```\n\nA two-way split of every fixture shows it at once.',
    )
    .used(21_904, 18_432, 512, 128)
    .done()
    .wait(64);
  thread
    .prompt('Also check what happens at a surrogate pair, and let someone read how eventsource-parser does it.')
    .spawn(
      child,
      "Read eventsource-parser's src/parse.ts and tell how it treats CR at the end of a chunk.",
      'It holds a trailing CR back until the next chunk decides.',
      41,
    )
    .mcp(
      'docs',
      'search',
      { query: 'TextDecoder stream option', limit: 3 },
      '1. TextDecoder.decode(input, {stream: true}): bytes of an unfinished character are held for the next call.\n2. …',
      0.9,
    )
    .used(34_100, 30_720, 380, 64)
    .run('node --test test/surrogates.test.js', {
      exit: 0,
      seconds: 2.1,
      output:
        '\u001b[32m✔\u001b[39m a pair cut between its halves is one character (3.1ms)\n\u001b[32m✔\u001b[39m a lone half becomes U+FFFD (0.4ms)\nℹ tests 2\nℹ pass 2\n',
    })
    .say(
      'Pairs are safe: lines are decoded whole, from bytes. `eventsource-parser` holds a trailing CR back until the next chunk decides; we should do the same.',
    )
    .used(39_440, 36_864, 420, 96)
    .done()
    .wait(96);
  thread
    .prompt(
      'Make the fix small: the framer must hold back a trailing `\\r` until the next chunk, no second pass over the bytes. Then run the whole suite.',
    )
    .think(
      18,
      '**One more state**\n\nThe pending flag already exists for the BOM; one more state is enough if `feed()` checks it first.',
    )
    .plan([
      ['completed', 'Reproduce with a two-way split of every fixture'],
      ['completed', 'Find where the trailing CR is trimmed'],
      ['in_progress', 'Hold a trailing CR back in feed()'],
      ['pending', 'Run the whole suite and the bench'],
    ])
    .change(
      'src/lines/framer.ts',
      '@@ -61,5 +61,7 @@ function feed(chunk) {\n     for (;;) {\n       const end = chunk.indexOf(0x0a, start);\n-      if (end === -1) return keep(chunk.subarray(start));\n+      if (end === -1) return keep(chunk, start);\n+      // A CR that ends a chunk may be half of a CRLF: it waits.\n+      const stop = end > start && chunk[end - 1] === CR ? end - 1 : end;\n-      lines.push(decode(chunk, start, end));\n+      lines.push(decode(chunk, start, stop));\n       start = end + 1;\n',
    )
    .change(
      'test/framer-split.test.js',
      "import { test } from 'node:test';\n\ntest('a CRLF cut between CR and LF is one line end', () => {\n  for (const cut of everyCut(FIXTURE)) assert.deepEqual(linesOf(cut), EXPECTED);\n});\n",
      'add',
    )
    .used(52_800, 47_104, 1_240, 512)
    .run('npm test -- lines/framer', {
      exit: 1,
      seconds: 6.4,
      output:
        '\u001b[32m✓\u001b[39m a line cut inside a character gives the same outcomes \u001b[2m(1703 splits)\u001b[22m 14ms\n\u001b[32m✓\u001b[39m a BOM is dropped once at the start \u001b[2m3ms\u001b[22m\n\u001b[31m×\u001b[39m \u001b[1ma CRLF cut between CR and LF trims the CR\u001b[22m 2ms\n   \u001b[31mAssertionError: expected "a\\r" to equal "a"\u001b[39m\n   \u001b[2mat test/framer-split.test.js:4:11\u001b[22m\n',
    })
    .torn('{"timestamp":"2026-11-14T09:19:21.004Z","ordinal":41,"type":"event_msg","payload":{"type":"agent_mess')
    .change(
      'src/lines/framer.ts',
      '@@ -44,3 +44,4 @@ function keep(chunk, start) {\n   const rest = chunk.subarray(start);\n+  endsWithReturn = rest.at(-1) === CR;\n   fragments.push(rest);\n',
    )
    .run('npm test', { seconds: 11.8, output: 'Test Files  48 passed (48)\n     Tests  1 204 passed (1 204)\n' })
    .plan([
      ['completed', 'Reproduce with a two-way split of every fixture'],
      ['completed', 'Find where the trailing CR is trimmed'],
      ['completed', 'Hold a trailing CR back in feed()'],
      ['completed', 'Run the whole suite and the bench'],
    ])
    .say(
      'Done. A trailing `\\r` now waits for the next chunk.\n\n| | before | after |\n|---|---|---|\n| two-way splits | 1 of 1 703 wrong | all equal |\n| framing, 64 KiB chunks | 2.8 GB/s | 2.8 GB/s |\n\nThe bench is unchanged: the check looks at one byte a line.',
    )
    .used(61_200, 58_368, 980, 256)
    .done();
  const reader = codexThread({
    id: child,
    start: '2026-11-14T09:14:10Z',
    cwd,
    model: 'gpt-5.5-codex',
    parent: thread.id,
    nickname: 'Reader',
  });
  reader
    .prompt("Read eventsource-parser's src/parse.ts and tell how it treats CR at the end of a chunk.")
    .run('sed -n 1,60p node_modules/eventsource-parser/src/parse.ts', {
      output: '  let isFirstChunk = true\n  const pendingFragments: string[] = []\n',
      seconds: 0.1,
    })
    .say('It holds a trailing CR back until the next chunk decides.')
    .used(9_800, 6_144, 210, 64)
    .done();
  return [thread, reader];
}

function usageScan() {
  const id = '7c1e6a90-3f52-4d0b-9b7d-2f1c5e8a0201';
  const base = { id, cwd, branch: 'usage', model: 'claude-opus-4-8' };
  const thread = claudeThread({ ...base, start: '2026-11-14T10:02:11Z' });
  thread
    .uses(14, 6_200, 18_400, 540)
    .prompt(
      'Port the usage scan to the new index. Totals must stay equal on the shared tree; forks and resumes count once.',
    )
    .think(
      6,
      'Two questions first: which rule decides that a request counts once, and what does the old scan do on a fork? I will let two agents look while I read the index.',
    )
    .todos([
      ['in_progress', 'Read how forks repeat their parent'],
      ['pending', 'Port the scan'],
      ['pending', 'Compare totals on the shared tree'],
    ]);
  const check = thread.tool(
    'Task',
    {
      description: 'check totals',
      prompt: 'Run the old scan and the new one on the shared tree and compare the totals by model.',
      subagent_type: 'general-purpose',
    },
    {
      result: 'Equal on 1 998 of 2 000 sessions; two forks differ.',
      seconds: 38,
      more: { status: 'completed', agentId: 'a1c0de01', totalDurationMs: 38_000, totalTokens: 31_000 },
    },
  );
  const forks = thread.tool(
    'Task',
    {
      description: 'read the fork rules',
      prompt: 'Read how each version marks the history that a fork was given.',
      subagent_type: 'Explore',
    },
    {
      result: 'By `forked_from_id` and a second header of that id; never by equal numbers.',
      seconds: 24,
      more: { status: 'completed', agentId: 'a1c0de02', totalDurationMs: 24_000, totalTokens: 19_000 },
    },
  );
  thread
    .uses(9, 2_100, 41_300, 780)
    .bash('rg -n "forked_from" src | head', {
      result:
        'src/usage/codex-history.ts:18:  const from = header.forked_from_id;\nsrc/usage/codex-history.ts:41:  // A fork repeats its parent with new times.\n',
    })
    .edit(
      'src/usage/scan.ts',
      ['  if (seen.has(row.total)) continue;'],
      ['  // Distinct requests may have equal numbers: the id decides.', '  if (seen.has(row.key)) continue;'],
    )
    .bash('npm test -- usage', { result: 'Test Files  9 passed (9)\n     Tests  212 passed (212)\n', seconds: 7 })
    .todos([
      ['completed', 'Read how forks repeat their parent'],
      ['completed', 'Port the scan'],
      ['in_progress', 'Compare totals on the shared tree'],
    ]);
  thread.tool(
    'WebFetch',
    { url: 'https://example.com/pricing', prompt: 'From how many input tokens on does the higher price hold?' },
    { result: 'From 272 000 input tokens on the whole request costs double.', seconds: 2.4 },
  );
  thread
    .uses(11, 1_400, 52_900, 620)
    .say(
      'Totals are equal on all 2 000 sessions now. The two forks differed because equal numbers had been taken for copies; the request id decides instead.\n\n- `src/usage/scan.ts`: one line, with the reason above it\n- prices: the band at **272 000** input tokens holds for the whole request',
    );
  thread.title('Port the usage scan to the new index');
  const agents = [
    [
      'a1c0de01',
      check,
      'check totals',
      'Run the old scan and the new one on the shared tree and compare the totals by model.',
      'node scripts/compare.mjs --by model',
      'equal: 1998\ndiffer: 2 (forks)\n',
      'Equal on 1 998 of 2 000 sessions; two forks differ.',
    ],
    [
      'a1c0de02',
      forks,
      'read the fork rules',
      'Read how each version marks the history that a fork was given.',
      'rg -n forked_from docs',
      'docs/formats.md:88: `forked_from_id` …\n',
      'By `forked_from_id` and a second header of that id; never by equal numbers.',
    ],
  ];
  const files = agents.flatMap(([agentId, toolUseId, description, prompt, command, result, answer]) => {
    const agent = claudeThread({ ...base, start: '2026-11-14T10:03:02Z', agentId, model: 'claude-haiku-4-5' });
    agent.uses(8, 900, 8_200, 190).prompt(prompt).bash(command, { result, seconds: 9 }).say(answer);
    const { path, text } = agent.file();
    return [
      { path, text },
      {
        path: path.replace(/\.jsonl$/, '.meta.json'),
        text: `${JSON.stringify({ agentType: 'general-purpose', description, toolUseId })}\n`,
      },
    ];
  });
  return [thread, ...files.map((file) => ({ file: () => file }))];
}

function rewound() {
  const thread = geminiThread({
    id: '5b0f7c11-9a2e-4c38-8f10-6d3e2a9b0301',
    start: '2026-11-14T11:40:00Z',
    cwd,
    slug: 'harbour',
    model: 'gemini-3-pro-preview',
    title: 'Read chats that were rewound',
  });
  thread
    .uses(12_400, 8_192, 340, 210)
    .prompt(
      'Chats from 0.58 on have `$set` and `$rewindTo` records. Replay them in order, and show me one that was rewound.',
    )
    .tool(
      'search_file_content',
      { pattern: 'rewindTo', dir_path: 'test' },
      {
        output: 'test/fixtures/rewound.jsonl:14: {"$rewindTo":"0c1f"}',
        thought: ['Looking for a fixture', 'One of the recordings must hold a rewind.'],
      },
    )
    .tool(
      'run_shell_command',
      { command: 'node scripts/replay.mjs test/fixtures/rewound.jsonl', description: 'Replay the chat' },
      {
        output:
          "Output: 14 records, 1 rewind to 0c1f\nTypeError: cannot read properties of undefined (reading 'id')\nExit Code: 1",
        seconds: 1.4,
      },
    )
    .tool(
      'replace',
      {
        file_path: `${cwd}/scripts/replay.mjs`,
        old_string: 'messages.find((m) => m.id === to)',
        new_string: 'messages.findLast((m) => m.id === to)',
        instruction: 'Look from the end',
      },
      {
        output: 'Successfully modified file: scripts/replay.mjs (1 replacements).',
        display: {
          fileName: 'replay.mjs',
          filePath: `${cwd}/scripts/replay.mjs`,
          fileDiff:
            '@@ -8,3 +8,3 @@\n const to = record.$rewindTo;\n-const place = messages.find((m) => m.id === to);\n+const place = messages.findLast((m) => m.id === to);\n',
          originalContent: '',
          newContent: '',
        },
      },
    )
    .uses(15_900, 12_288, 260, 140)
    .failed(
      '[API Error: {"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED"}}]',
    );
  return [thread];
}

function small() {
  const docs = claudeThread({
    id: '2f9d4b7e-6c10-4e83-a5d2-9e0b7c1f0202',
    start: '2026-11-13T16:20:40Z',
    cwd,
    branch: 'docs',
    model: 'claude-sonnet-5',
  });
  docs
    .uses(10, 3_100, 9_400, 410)
    .prompt('Write SECURITY.md in ten lines: what is promised, what is not, how to report.');
  docs.tool(
    'Write',
    {
      file_path: `${cwd}/SECURITY.md`,
      content:
        '# Security\n\nharbour reads local files and opens no port by itself.\n\nReport to security@example.com; an answer comes within three days.\n',
    },
    {
      result: 'File created successfully.',
      more: { type: 'create', filePath: `${cwd}/SECURITY.md`, content: '', structuredPatch: [] },
    },
  );
  docs.title('Write SECURITY.md in ten lines');
  docs.say('`SECURITY.md` has ten lines now: what is promised, what is not, and whom to write to.');

  const bench = codexThread({
    id: '01a1d3c2-4d5e-7f60-8b21-7a6c5d4e0104',
    start: '2026-11-13T09:48:12Z',
    cwd: '/home/you/parser-lab',
    branch: 'bench',
    model: 'gpt-5.5-codex',
    title: 'Benchmark readers on one file of 218 MB',
  });
  bench
    .prompt(
      'Benchmark readers on one file of 218 MB: bare loop, split2, readline, ours. CPU time, least of five. Print a table.',
    )
    .run('node bench/readers.mjs', {
      seconds: 48,
      output: 'bare loop   1.00x\nours        0.87x\nsplit2      0.31x\nreadline    0.22x\n',
    })
    .say('Ours runs at 0.87x of the bare loop; `split2` and `readline` at about a third and a fifth.')
    .used(14_020, 9_216, 330, 128)
    .done();

  const search = geminiThread({
    id: '8e4a1d52-7b3f-4f06-9c21-1f5d6e7a0302',
    start: '2026-11-12T14:05:00Z',
    cwd: '/home/you/parser-lab',
    slug: 'parser-lab',
    model: 'gemini-3-flash-preview',
    title: 'U+2028 and readline',
  });
  search
    .uses(7_200, 4_096, 180, 60)
    .prompt('What changed in readline between Node 20 and 24 about U+2028?')
    .tool(
      'google_web_search',
      { query: 'node readline U+2028 line separator change' },
      {
        output:
          'Search results for "node readline U+2028" returned. readline treats U+2028 as a line end from Node 24 on.',
        seconds: 2,
      },
    )
    .say(
      'From Node 24 on `readline` ends a line at U+2028 and U+2029 as well. JSON lines may hold both raw, so do not read them with `readline`.',
    );
  return [docs, bench, search];
}

export function sampleFiles() {
  const threads = [...framer(), ...usageScan(), ...rewound(), ...small()];
  const files = threads.map((thread) => thread.file());
  const titles = files.flatMap(({ title }) => (title ? [`${JSON.stringify(title)}\n`] : []));
  const projects = { projects: { '/home/you/harbour': 'harbour', '/home/you/parser-lab': 'parser-lab' } };
  return [
    ...files,
    { path: 'codex/session_index.jsonl', text: titles.join('') },
    { path: 'gemini/projects.json', text: `${JSON.stringify(projects)}\n` },
  ];
}
