import { expect, it } from 'vitest';
import { type RequestToSign, signRequest } from './sign-request.ts';

// "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API Reference has these four.
const credentials = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const at = new Date('2013-05-24T00:00:00Z');
const signatureOf = (request: RequestToSign) =>
  /Signature=([0-9a-f]{64})$/.exec(signRequest(request, credentials, 'us-east-1', at).authorization ?? '')?.[1];
const bucket = 'https://examplebucket.s3.amazonaws.com';

it('signs a GET with a range as AWS does', () => {
  const headers = { range: 'bytes=0-9' };
  expect(signatureOf({ method: 'GET', url: new URL(`${bucket}/test.txt`), headers })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

it('signs a PUT with a body and further headers as AWS does', () => {
  const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
  const body = Buffer.from('Welcome to Amazon S3.');
  const url = new URL(`${bucket}/test%24file.text`);
  expect(signatureOf({ method: 'PUT', url, headers, body })).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});

it('signs a query without a value as AWS does', () => {
  expect(signatureOf({ method: 'GET', url: new URL(`${bucket}/?lifecycle`) })).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  );
});

it('signs a query of several values as AWS does', () => {
  expect(signatureOf({ method: 'GET', url: new URL(`${bucket}/?max-keys=2&prefix=J`) })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

it('signs the token of keys that expire, and sends it', () => {
  const request = { method: 'GET', url: new URL(`${bucket}/a`) };
  const headers = signRequest(request, { ...credentials, session: 'of an hour' }, 'us-east-1', at);
  expect(headers['x-amz-security-token']).toBe('of an hour');
  expect(headers.authorization).toContain('host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
});
