import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { onTestFinished } from 'vitest';
import { type McpServerOptions, serveMcp } from '../../src/doors/mcp/server.ts';

/** What came back: whether it was refused, its text, and the data in it. */
export interface Asked {
  isError: boolean;
  text: string;
  bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: the data of an answer is what each test looks at
  data: any;
}

/** The official client, joined to the server by two streams. */
export async function askingClient(
  options: Partial<McpServerOptions> & Pick<McpServerOptions, 'store'>,
  client = 'test',
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveMcp({ projects: undefined, env: {}, version: '1', input, output, ...options });
  const asking = new Client({ name: client, version: '1' });
  // It reads lines and writes lines, as a client's does.
  await asking.connect(new StdioServerTransport(output, input));
  onTestFinished(async () => {
    await asking.close();
    input.end();
    await served;
  });
  return {
    client: asking,
    /** Bytes as a client that keeps to nothing would write them. */
    write: (text: string) => input.write(text),
    async ask(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Asked> {
      const result = await asking.callTool({ name, arguments: args, _meta: meta });
      const content: unknown = result.content;
      const first: unknown = Array.isArray(content) ? content[0] : undefined;
      const text = typeof first === 'object' && first && 'text' in first ? String(first.text) : '';
      const [, json] = /^<untrusted-\w+>\n(.*)\n<\/untrusted-\w+>$/ms.exec(text) ?? [];
      return {
        isError: result.isError === true,
        text,
        bytes: Buffer.byteLength(JSON.stringify(result)),
        data: json === undefined ? undefined : JSON.parse(json),
      };
    },
  };
}
