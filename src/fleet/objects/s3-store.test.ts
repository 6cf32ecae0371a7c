import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetLimits } from '../../limits/fleet.ts';
import { createS3Store, readS3Address } from './s3-store.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('the address of an object store', () => {
  it('is a bucket of Amazon, with a folder in it', () => {
    const { folder, region } = readS3Address('s3://my-bucket/raw/2026', { ...keys, AWS_REGION: 'eu-central-1' });
    expect(folder.href).toBe('https://my-bucket.s3.eu-central-1.amazonaws.com/raw/2026/');
    expect(region).toBe('eu-central-1');
  });

  it('is a bucket of another server, which need not have a name of its own for it', () => {
    const environment = { ...keys, AWS_ENDPOINT_URL_S3: 'https://minio.example:9000/s3/' };
    expect(readS3Address('s3://my-bucket', environment).folder.href).toBe('https://minio.example:9000/s3/my-bucket/');
  });

  it.each([
    's3://',
    's3:///a',
    's3://B',
    's3://../a',
    's3://my-bucket/../x',
    's3://my-bucket/a b',
    's3://my-bucket/%2e%2e',
    's3://u:p@my-bucket/a',
    's3://my-bucket/a?b',
    'file:///etc',
    '{"toString":0}',
  ])('%s is none', (address) => {
    expect(() => readS3Address(address, keys)).toThrow(TypeError);
  });

  it.each([
    'http://minio.example',
    'ftp://127.0.0.1',
    'https://user:secret@minio.example',
    'https://minio.example/?a',
    'minio',
  ])('is not asked at %s: keys are signed for TLS or this machine', (endpoint) => {
    expect(() => readS3Address('s3://my-bucket', { ...keys, AWS_ENDPOINT_URL: endpoint })).toThrow(TypeError);
  });

  it('needs keys', () => {
    expect(() => readS3Address('s3://my-bucket', {})).toThrow('AWS_ACCESS_KEY_ID');
  });
});

describe('an object store', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const store = () => {
    const { port } = server.address() as AddressInfo;
    return createS3Store(readS3Address('s3://my-bucket/a', { ...keys, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }));
  };
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it('is asked below its folder, signed, without redirects', async () => {
    const asked: unknown[] = [];
    answer = ({ method, url, headers }, response) => {
      asked.push([method, url, /^AWS4-HMAC-SHA256 Credential=id\//.test(headers.authorization ?? '')]);
      response.writeHead(method === 'GET' ? 404 : 204).end();
    };
    await store().put('1/2', Buffer.from('x'));
    expect(await store().get('1/2')).toBeUndefined();
    await store().remove('1/2');
    expect(asked).toEqual(['PUT', 'GET', 'DELETE'].map((method) => [method, '/my-bucket/a/1/2', true]));
    await expect(store().get('../other')).rejects.toThrow(TypeError);
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await expect(store().get('1/2')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it.each([
    [403, 'refused'],
    [404, 'not-found'],
    [503, 'busy'],
    [500, 'unreachable'],
  ])('answers %i: %s', async (status, code) => {
    answer = (_, response) => response.writeHead(status).end('<Error><Message>secret</Message></Error>');
    const fault = await store()
      .put('1', Buffer.from('x'))
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'ThreadlineError', code });
    expect(String(fault)).not.toContain('secret');
  });

  it('gives no object that is larger than what a gateway takes', async () => {
    answer = (_, response) => response.end(Buffer.alloc(fleetLimits.maxGatewayBodyBytes + 1));
    await expect(store().get('1')).rejects.toMatchObject({ code: 'damaged' });
  });

  it('that breaks off is told as one that cannot be reached', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('abc');
      response.destroy();
    };
    await expect(store().get('1')).rejects.toMatchObject({ code: 'unreachable' });
  });
});
