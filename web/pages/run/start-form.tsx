import { useEffect, useRef, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import type { RunLimits, RunMode, RunStartBody } from '../../../src/doors/server/run-types.ts';
import { ApiFailure, api } from '../../api/client.ts';
import { refusalWords, runApi } from '../../api/runs.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { MOD_KEY } from '../../keyboard.ts';
import { navigate, usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { takeDraftPrompt } from '../../stores/run-draft.ts';
import { runUrl } from '../../stores/runs.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LimitField, StartField } from './start-field.tsx';

const MODE_WORDS: Readonly<Record<RunMode, string>> = {
  ask: 'Ask before it acts',
  edits: 'Edit files unasked, ask for the rest',
  plan: 'Only make a plan',
};

const MODE_INTROS: Readonly<Record<RunMode, string>> = {
  ask: 'The agent asks you before it acts. What you do not allow is not done.',
  edits: 'The agent edits files in its folder unasked. It asks you for the rest.',
  plan: 'The agent makes a plan, and asks you before it acts.',
};

/** Starts an agent: which, where, with what prompt and within which limits. `?resume=` goes on with a session. */
export function StartForm() {
  const { search, hash } = usePlace();
  const start = useAnswer('start', api.runStart);
  const recent = useAnswer('recent', () => api.sessions({ limit: 40 }));
  const { markOf } = useAgents();
  const resume = search.get('resume') ?? undefined;
  const resumed = useAnswer(resume, () => api.session(resume ?? '')).value?.head;
  const [agent, setAgent] = useState<string>();
  const [cwd, setCwd] = useState<string>();
  const [prompt, setPrompt] = useState(takeDraftPrompt);
  const [model, setModel] = useState('');
  const [mode, setMode] = useState<RunMode>('ask');
  const [limits, setLimits] = useState({ usd: '', tokens: '', minutes: '' });
  const [failure, setFailure] = useState<string>();
  const [isSent, setSent] = useState(false);
  const { value } = start;
  const words = useRef<HTMLTextAreaElement>(null);
  const isAsked = hash === '#new';
  useEffect(() => {
    if (isAsked) words.current?.focus();
  }, [isAsked]);
  const agents = value?.agents ?? [];
  const resumedAgent = resume?.split('/', 1)[0];
  const chosen =
    resumedAgent === undefined
      ? (agents.find(({ name }) => name === agent) ?? agents.find(({ isInstalled }) => isInstalled) ?? agents[0])
      : agents.find(({ name }) => name === resumedAgent);
  const folder = cwd ?? resumed?.project ?? value?.folders[0] ?? '';

  function send(): void {
    if (!chosen || isSent || prompt.trim() === '') return;
    setSent(true);
    setFailure(undefined);
    const body: RunStartBody = {
      agent: chosen.name,
      prompt,
      cwd: folder,
      mode,
      limits: readLimits(limits),
      ...(model.trim() !== '' && { model: model.trim() }),
      ...(resume !== undefined && { resume }),
    };
    runApi
      .start(body)
      .then(
        (run) => navigate(runUrl(run)),
        (error: unknown) => setFailure(error instanceof ApiFailure ? error.code : 'internal'),
      )
      .finally(() => setSent(false));
  }

  return (
    <form
      className="start-form"
      id="new"
      aria-labelledby="start-title"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h1 id="start-title">
        {resume === undefined ? 'New run' : `Go on with ${visibleLine(resumed?.title ?? 'a session')}`}
      </h1>
      <p className="start-intro">{MODE_INTROS[mode]}</p>
      {value?.left.map(({ agent: name, processes, ended }) => (
        <p className="band" key={processes.join()}>
          An earlier server was killed and left {markOf(name).title} running: {visibleLine(processes.join('; '))}.{' '}
          {ended} of its processes were ended.
        </p>
      ))}
      <StartField label="Prompt">
        {(id) => (
          <textarea
            id={id}
            ref={words}
            rows={5}
            required
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                send();
              }
            }}
          />
        )}
      </StartField>
      <div className="start-fields">
        <StartField label="Agent">
          {(id) => (
            <select
              id={id}
              value={chosen?.name ?? ''}
              onChange={(event) => setAgent(event.target.value)}
              disabled={resume !== undefined}
            >
              {agents.map(({ name, isInstalled }) => (
                <option key={name} value={name} disabled={!isInstalled}>
                  {markOf(name).title}
                  {isInstalled ? '' : ' (not installed)'}
                </option>
              ))}
            </select>
          )}
        </StartField>
        <StartField label="Folder" isWide>
          {(id) => (
            <>
              <input
                id={id}
                list="run-folders"
                required
                value={folder}
                onChange={(event) => setCwd(event.target.value)}
              />
              <datalist id="run-folders">
                {value?.folders.map((path) => (
                  <option key={path} value={path} />
                ))}
              </datalist>
            </>
          )}
        </StartField>
        <StartField label="What it may do">
          {(id) => (
            <select id={id} value={mode} onChange={(event) => setMode(event.target.value as RunMode)}>
              {Object.entries(MODE_WORDS).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </StartField>
        <StartField label="Model">
          {(id) => (
            <input
              id={id}
              placeholder="the agent’s own choice"
              value={model}
              onChange={(event) => setModel(event.target.value)}
            />
          )}
        </StartField>
        <LimitField label="At most dollars" value={limits.usd} onValue={(usd) => setLimits({ ...limits, usd })} />
        <LimitField
          label="At most tokens"
          value={limits.tokens}
          onValue={(tokens) => setLimits({ ...limits, tokens })}
        />
        <LimitField
          label="Minutes a turn"
          value={limits.minutes}
          onValue={(minutes) => setLimits({ ...limits, minutes })}
        />
      </div>
      {chosen && !chosen.isInstalled && (
        <p className="band bad">
          {markOf(chosen.name).title} is not installed. {chosen.hint}
        </p>
      )}
      {value && resumedAgent !== undefined && !chosen && (
        <p className="band bad">
          {markOf(resumedAgent).title} cannot be controlled from here. Copy the command of its session and run it in a
          terminal.
        </p>
      )}
      {value?.folders.length === 0 && (
        <p className="band">
          No folder is known yet. Name one: <code>threadline serve --allow-run --run-folder DIR</code>
        </p>
      )}
      {failure !== undefined && (
        <p className="band bad" role="alert">
          {refusalWords(failure)}
        </p>
      )}
      <div className="start-line">
        <button type="submit" className="btn primary" disabled={isSent || prompt.trim() === '' || !chosen?.isInstalled}>
          <Icon name="play" />
          Start
          <KeyHint name={`${MOD_KEY} ↵`} />
        </button>
      </div>
      <Recent
        heads={lastPrompts(recent.value?.items)}
        onChoose={(text, project) => {
          setPrompt(text);
          if (project !== undefined && value?.folders.includes(project)) setCwd(project);
        }}
      />
    </form>
  );
}

const SHOWN_PROMPTS = 5;

/** What people asked for last, each text once. Sub-agents were asked by nobody. */
function lastPrompts(heads: readonly SessionHead[] = []): RecentProps['heads'] {
  const found = new Map<string, RecentProps['heads'][number]>();
  for (const { key, firstPrompt, project, parent } of heads) {
    if (firstPrompt === undefined || parent !== undefined || found.has(firstPrompt)) continue;
    found.set(firstPrompt, { key, firstPrompt, project });
  }
  return [...found.values()].slice(0, SHOWN_PROMPTS);
}

function Recent({ heads, onChoose }: RecentProps) {
  if (heads.length === 0) return null;
  return (
    <section className="start-recent">
      <h2>Last prompts</h2>
      {heads.map(({ key, firstPrompt, project }) => (
        <button type="button" key={key} onClick={() => onChoose(firstPrompt, project)}>
          <span>{visibleLine(firstPrompt)}</span>
          <small className="mono">{visibleLine(project ?? '')}</small>
        </button>
      ))}
    </section>
  );
}

interface RecentProps {
  heads: { key: string; firstPrompt: string; project: string | undefined }[];
  onChoose: (prompt: string, project: string | undefined) => void;
}

function readLimits({ usd, tokens, minutes }: { usd: string; tokens: string; minutes: string }): RunLimits {
  const above = (text: string) => (Number(text) > 0 ? Number(text) : undefined);
  const [dollars, count, time] = [above(usd), above(tokens), above(minutes)];
  return {
    ...(dollars !== undefined && { usd: dollars }),
    ...(count !== undefined && { tokens: count }),
    ...(time !== undefined && { ms: time * 60_000 }),
  };
}
