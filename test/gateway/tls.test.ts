import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../../src/fleet/gateway/index.ts';
import { createMemoryStore } from './memory-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makeCertificate(): { cert: string; key: string } | undefined {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  try {
    execFileSync('openssl', ['req', '-x509', '-subj', '/CN=localhost', '-days', '2', ...made], { stdio: 'ignore' });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch {
    return undefined;
  }
}

const tls = makeCertificate();

it.skipIf(!tls)('speaks TLS 1.2 and later, and lets nobody hold a place who does not', async () => {
  const gateway = await startGateway({
    store: createMemoryStore(),
    port: 0,
    host: '127.0.0.1',
    tls,
    onFault: (error) => expect.unreachable(String(error)),
    limits: { headerTimeoutMs: 300, maxConnections: 2 },
  });
  const { port } = gateway;
  const plain = connectPlain(port, '127.0.0.1', () => plain.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'));
  const silent = connectPlain(port, '127.0.0.1');
  const ended = [plain, silent].map(
    (socket) => new Promise((resolve) => socket.on('error', () => {}).on('close', resolve)),
  );
  const status = await new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/health', ca: tls?.cert, servername: 'localhost', agent: false };
    request(options, (response) => response.resume().on('end', () => resolve(response.statusCode)))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
  const old = await new Promise((resolve) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca: tls?.cert,
      servername: 'localhost',
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    socket.on('secureConnect', () => resolve('connected'));
    socket.on('error', () => resolve('refused'));
  });
  expect(old).toBe('refused');
  await Promise.all(ended);
  await gateway.close();
});
