import { mayCarrySecrets } from '../../machine/http/is-loopback.ts';

/** `https://team.example`; plain HTTP only to this machine. */
export function isTeamAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const { username, password, pathname, search } = url;
  if (username !== '' || password !== '' || pathname !== '/' || search !== '') return false;
  return mayCarrySecrets(url);
}
