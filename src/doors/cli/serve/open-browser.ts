import { spawn } from 'node:child_process';

/** The command that opens an address on each system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** True if a browser could be shown here. */
export function hasDesktop(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (env.SSH_CONNECTION !== undefined) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Opens an address in the browser. A failure does not matter: the address was printed. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  if (program === undefined) return;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
