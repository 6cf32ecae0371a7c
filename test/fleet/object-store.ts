import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installAgent } from '../agents.ts';

const VERSION = '3.7.1';
const BUCKET = 'threadline-raw';

/** A real server with the API of Amazon S3, in a folder of its own. It does not check signatures. */
export interface TestObjectStore {
  /** `s3://…`, for the address of an archive. */
  address: string;
  /** What its users have in their environment. */
  environment: Record<string, string>;
  /** Keys of all objects. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

interface Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

export async function startObjectStore(): Promise<TestObjectStore | { skip: string }> {
  const folder = await installAgent(`s3rver-${VERSION}`, `s3rver@${VERSION}`);
  if (typeof folder !== 'string') return folder;
  const S3rver = createRequire(join(folder, 'package.json'))('s3rver') as new (options: object) => Server;
  const directory = mkdtempSync(join(tmpdir(), 'threadline-s3-'));
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    address: `s3://${BUCKET}/raw`,
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
    },
    async keys() {
      const text = await (await fetch(`${endpoint}/${BUCKET}?max-keys=1000`)).text();
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key).sort();
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
