/** `https://team.example`; plain HTTP only to this machine. */
export function isTeamAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search } = new URL(text);
  if (username !== '' || password !== '' || pathname !== '/' || search !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
