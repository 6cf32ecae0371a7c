import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEventReader } from 'threadline';
import { handOff } from 'threadline/sessions';
import { expect, it } from 'vitest';
import { createGooseExportWriter } from '../../src/core/writers/goose-export-writer.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { createHandedHome } from '../hand-over/handed-home.ts';
import { parrot } from './parrot.ts';

it('an agent that no line of the sources knows may print text before its records', () => {
  const [stream, ...others] = parrot.wires;
  if (!stream) throw new Error('a parrot sings');
  const banner = {
    ...stream,
    recognisesText: (text: string) => text.startsWith('Parrot awake in '),
    createReader: (options: Parameters<typeof stream.createReader>[0]) => ({
      ...stream.createReader(options),
      readText: (text: string, line: number) => {
        const [, cwd] = /^Parrot awake in (.+)$/.exec(text) ?? [];
        return cwd === undefined ? undefined : [{ type: 'context' as const, kind: 'banner', data: {}, cwd, line }];
      },
    }),
  };
  const reader = createEventReader({ agents: [{ ...parrot, wires: [banner, ...others] }] });
  const outcomes = [
    ...reader.push('Parrot awake in /cage\n{"parrot":"heard","words":"Hello"}\nsquawk\n'),
    ...reader.end(),
  ];
  const told = outcomes.map((outcome) => (outcome.ok ? outcome.events.map(({ type }) => type) : outcome.error.code));
  expect(told[0]).toEqual(['context']);
  expect(told[1]).toEqual(['turn.started', 'item.completed']);
  expect(told[2]).toBe('invalid-json');
  expect(reader.agent).toBe('parrot');
});

it('and may take threads by a command of its own: it gets a file, and tells the id', async () => {
  const home = createHandedHome();
  const nests = join(home.root, 'parrot', 'nests');
  mkdirSync(nests, { recursive: true });
  const importing = {
    ...parrot,
    store: {
      ...parrot.store,
      imports: {
        loadWriter: async () => createGooseExportWriter,
        command: (path: string) => ['learn', path],
        importedId: (output: string) => /^learnt (\w+)$/m.exec(output)?.[1],
      },
    },
  };
  let given = '';
  const handed = await handOff({
    ...home.options({ to: 'parrot' }),
    agents: [...agentStores, importing],
    env: { ...home.env, PARROT_HOME: join(home.root, 'parrot') },
    async runImport({ args }) {
      given = readFileSync(args.at(-1) ?? '', 'utf8');
      writeFileSync(join(nests, 'nest-polly.jsonl'), '{"parrot":"hatched","name":"polly","cage":"/cage"}\n');
      return { exitCode: 0, stdout: 'learnt polly\n', stderr: '' };
    },
  });
  expect(handed).toMatchObject({ action: 'created', agent: 'parrot', id: 'polly' });
  expect(handed.path).toBe(join(nests, 'nest-polly.jsonl'));
  expect(given).toContain('Prompt 1.');
});
