import { ApiFailure, api } from '../../api/client.ts';

/** The session before or after this one in the list of the newest; undefined at its ends. */
export async function neighbourOf(key: string, direction: 1 | -1): Promise<string | undefined> {
  try {
    const { items } = await api.sessions({ limit: 200 });
    const roots = items.filter((head) => head.parent === undefined || head.key === key);
    const at = roots.findIndex((head) => head.key === key);
    return at < 0 ? undefined : roots[at + direction]?.key;
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}
