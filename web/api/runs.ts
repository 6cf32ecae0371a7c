import type {
  ApiRun,
  RunAnswerBody,
  RunInputBody,
  RunStartBody,
  RunStopBody,
} from '../../src/doors/server/run-types.ts';
import { post } from './client.ts';

/** The name of this tab in the audit log. */
const page = `tab-${crypto.randomUUID().slice(0, 8)}`;

/** What a person does with agents that run. */
export const runApi = {
  start: (body: RunStartBody) => post<ApiRun>('/api/runs', { ...body, page }),
  answer: (run: string, body: RunAnswerBody) => post<object>(`/api/runs/${run}/answer`, { ...body, page }),
  input: (run: string, body: RunInputBody) => post<{ delivered: string }>(`/api/runs/${run}/input`, { ...body, page }),
  stop: (run: string, body: RunStopBody = {}) => post<ApiRun>(`/api/runs/${run}/stop`, { ...body, page }),
};

const words: Readonly<Record<string, string>> = {
  answered: 'It was answered already, or the agent does not ask it any more.',
  changed: 'It is not what was shown: look again.',
  busy: 'Another program has this session open.',
  closed: 'The run is over.',
  'not-possible': 'This agent does not take that here.',
  'not-installed': 'The agent is not installed on this machine.',
  'no-folder': 'The folder is not there.',
  'folder-not-allowed':
    'Agents may be started in folders of the list, and below those named with --run-folder. This is neither.',
  'no-session': 'This session is not on this machine.',
  'too-many': 'Too many agents run at once. Stop one first.',
  'run-not-allowed': 'The server was started without --allow-run.',
  unreachable: 'The server does not answer. Nothing was sent.',
  'bad-request': 'The server did not understand it. Check the fields.',
  'read-only': 'This server changes nothing.',
};

/** Why the server refused, in words. */
export function refusalWords(code: string): string {
  return words[code] ?? `The server refused: ${code}.`;
}
