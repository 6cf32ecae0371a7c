/**
 * Milliseconds since this process began, for measuring waits: it does not jump when the machine's clock is set. Node loads
 * nine modules for the first `performance.now()`, which a command that ends at once should not pay for.
 */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
