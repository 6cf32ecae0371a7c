import { announce } from './announcer.tsx';

/** Puts text on the clipboard and says so. */
export async function copyText(text: string, what = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(what);
  } catch {
    announce('The browser did not allow copying');
  }
}
