const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** True for a host name or an address that only this machine can reach; of IPv6 also as URLs write it. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** True for an address that keys and passwords may be sent to: by TLS, or on this machine. */
export function mayCarrySecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
