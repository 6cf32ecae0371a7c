import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress } from './team-server.ts';

const request = (headers: IncomingHttpHeaders) => ({ headers, socket: { remoteAddress: '192.0.2.7' } });

describe('the address that the audit names', () => {
  it('is that of the connection without a proxy, whatever the request says', () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host'])
      expect(clientAddress(request({ [name]: '203.0.113.9' }), false)).toBe('192.0.2.7');
    for (const name of ['forwarded', 'x-real-ip'])
      expect(clientAddress(request({ [name]: '203.0.113.9' }), true)).toBe('192.0.2.7');
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, nonsense', '192.0.2.7'],
    ['', '192.0.2.7'],
    ['203.0.113.9,', '192.0.2.7'],
    ["1'; drop", '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    [['203.0.113.9'], '192.0.2.7'],
  ])('is the last that the proxy added to %j', (header, address) => {
    expect(clientAddress(request({ 'x-forwarded-for': header }), true)).toBe(address);
  });
});
