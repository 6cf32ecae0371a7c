import { expect, it } from 'vitest';
import { PermissionRequests } from '../../src/machine/live/agents/claude/permission-requests.ts';
import { ServerRequests } from '../../src/machine/live/agents/codex/server-requests.ts';
import type { Approval } from '../../src/machine/live/ask.ts';
import type { ApprovalRequest, LiveLink } from '../../src/machine/live/live-protocol.ts';
import { createPolicy } from '../../src/machine/live/policy/create-policy.ts';
import { readPolicy } from '../../src/machine/live/policy/policy-file.ts';
import { readPermission } from '../../src/machine/live/protocols/acp/permission-request.ts';
import type { JsonRpc } from '../../src/machine/live/protocols/json-rpc.ts';

// The arguments of a call are the model's words. More names than a tool reads must not make a rule hold.

const FOLDER = process.cwd();
const policy = createPolicy(
  readPolicy(
    JSON.stringify({
      version: 1,
      rules: [
        { decide: 'allow', path: 'src/**' },
        { decide: 'allow', host: 'example.org' },
      ],
      default: 'ask',
    }),
  ),
);

const OTHERWISE: Approval = {
  id: '',
  thread_id: '',
  kind: 'other',
  title: '',
  cwd: FOLDER,
  allows: [],
  words: {},
  answer: async () => {},
};

/** What the policy answers to a request, as the desk would ask it. */
async function answered(request: Partial<ApprovalRequest> | undefined): Promise<unknown> {
  const told = { ...OTHERWISE, ...defined(request ?? {}) };
  return policy(told);
}

function defined(request: object): object {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** A link that keeps what is asked. */
function keeping(): { link: LiveLink; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  const link: Pick<LiveLink, 'approval'> = { approval: (request) => void asked.push(request) };
  return { link: link as LiveLink, asked };
}

const allowed = { allow: 'once' };

it('a folder among the arguments of an edit is not the folder that a path is looked up in', async () => {
  const edit = (rawInput: object) =>
    answered(readPermission('k', { toolCall: { kind: 'edit', rawInput }, options: [] }, {}, {}));
  expect(await edit({ file_path: 'src/a.ts' })).toEqual(allowed);
  expect(await edit({ file_path: '/etc/src/a.ts', cwd: '/etc' })).toBe('ask');
});

it('every path among the names that an editing tool may read has to fit', async () => {
  const edit = (rawInput: object) =>
    answered(readPermission('k', { toolCall: { kind: 'edit', rawInput }, options: [] }, {}, {}));
  expect(await edit({ fileName: 'src/a.ts', file_path: '/etc/passwd' })).toBe('ask');
  expect(await edit({ path: '/etc/passwd', filePath: 'src/a.ts' })).toBe('ask');
  const claude = async (tool_name: string, input: object) => {
    const { link, asked } = keeping();
    new PermissionRequests(link).ask('k', { tool_name, input });
    return answered(asked[0]);
  };
  expect(await claude('Write', { file_path: 'src/a.ts' })).toEqual(allowed);
  expect(await claude('NotebookEdit', { notebook_path: '/etc/x', file_path: 'src/a.ts' })).toBe('ask');
  expect(await claude('WebFetch', { url: 'https://example.org', prompt: 'x' })).toEqual(allowed);
  expect(await claude('WebSearch', { query: 'x', url: 'https://example.org' })).toBe('ask');
});

it('a change that comes with a root to write below is no change of that file alone', async () => {
  const patch = async (params: object) => {
    const { link, asked } = keeping();
    const rpc: Partial<JsonRpc> = {};
    const fileChanges = { 'src/a.ts': { type: 'add', content: '' } };
    new ServerRequests(link, rpc as JsonRpc).take({
      id: 1,
      method: 'applyPatchApproval',
      params: { callId: 'c', fileChanges, ...params },
    });
    return answered(asked[0]);
  };
  expect(await patch({ grantRoot: null })).toEqual(allowed);
  expect(await patch({ grantRoot: '/' })).toBe('ask');
});
