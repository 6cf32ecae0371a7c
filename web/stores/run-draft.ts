import { navigate } from '../router.ts';
import { hello } from './hello.ts';
import { useStore } from './store.ts';

let prompt = '';

/** Opens the form that goes on with a session here, with a prompt in it. Nothing starts before a person presses Start. */
export function resumeHere(sessionKey: string, text = ''): void {
  prompt = text;
  navigate(`/run?resume=${encodeURIComponent(sessionKey)}`);
}

/** The same, or undefined where the server starts no agents: then a session is gone on with in a terminal. */
export function useResumeHere(): typeof resumeHere | undefined {
  return useStore(hello).value?.features.run === true ? resumeHere : undefined;
}

/** The prompt that was brought along. It may be too long for an address, so it is not in one. */
export function takeDraftPrompt(): string {
  const taken = prompt;
  prompt = '';
  return taken;
}
