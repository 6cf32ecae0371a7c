import type { ReactNode } from 'react';
import {
  Approval,
  type ApprovalAnswer,
  type ChatMessage,
  Diff,
  Plan,
  type Row,
  type ThreadEvent,
  type ThreadStream,
  ToolCall,
  Transcript,
  useThread,
} from 'threadline/react';

declare const stream: ThreadStream;
declare const rows: readonly Row[];
declare const events: readonly ThreadEvent[];
declare const messages: readonly ChatMessage[];

export function Live(): ReactNode {
  const { rows: live, state, error } = useThread(stream);
  return state === 'failed' ? String(error) : <Transcript rows={live} isStreaming={state === 'streaming'} />;
}

export const page: ReactNode = (
  <>
    <Transcript rows={rows} kinds={['prompt', 'answer']} theme="dark" density="compact" open />
    <Transcript
      events={events}
      agent="Codex"
      cwd="/home/you/project"
      renderImage={({ name, mediaType, data }) => <img alt={name} src={`data:${mediaType};base64,${data ?? ''}`} />}
      renderRaw={(text, row) => <pre data-row={row.row}>{text}</pre>}
      renderLink={({ href, children }) => <a href={href}>{children}</a>}
      renderActions={(row) => <button type="button">{row.kind}</button>}
      highlight={(code, language) => (language === 'ts' ? [[{ kind: 'keyword', text: code }]] : undefined)}
    />
    <Transcript messages={messages}>Nothing yet</Transcript>
    <ToolCall name="Bash" input={{ command: 'ls' }} result="a.ts" />
    <Diff text="+a" path="a.ts" split wrap />
    <Plan steps={[{ text: 'Look', state: 'done' }]} />
    <Approval
      question={{ title: 'Run', command: 'ls', effects: ['reads a.ts'] }}
      decisions={['once', 'decline']}
      onAnswer={(answer: ApprovalAnswer) => answer.decision}
    />
    {/* @ts-expect-error a kind that no row has */}
    <Transcript rows={rows} kinds={['nothing']} />
    {/* @ts-expect-error a plan has steps */}
    <Plan />
  </>
);
