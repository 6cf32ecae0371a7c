import { fleetLimits } from '../../limits/fleet.ts';
import { type Bounds, createBounds } from '../gateway/bounds.ts';

/** The routes that leave a row for somebody who is not logged in: a login that waits, a refusal in the audit, which stays for ever. */
const LEAVE_ROWS = new Set(['device', 'callback', 'enrol']);
const REQUESTS = 8;

/** Admits requests to log in, by the route's name and the address. Refuses with 429 whoever asks for too much. */
export function createStrangerBounds(
  now?: () => number,
): (route: string, address: string) => ReturnType<Bounds['enter']> {
  const { maxStrangerRows: burstBytes, maxStrangerRowsPerSecond: bytesPerSecond } = fleetLimits;
  const bounds = createBounds({ requests: REQUESTS, burstBytes, bytesPerSecond }, now);
  return (route, address) => bounds.enter(networkOf(address), LEAVE_ROWS.has(route) ? 1 : 0);
}

/** Whoever has one address of the sixth version has all of its network. */
function networkOf(address: string): string {
  const [, version4] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (version4 !== undefined || !address.includes(':')) return version4 ?? address;
  const [start = '', end = ''] = address.split('::');
  const groups = start.split(':').filter(Boolean);
  const left = 8 - groups.length - end.split(':').filter(Boolean).length;
  const whole = address.includes('::') ? [...groups, ...Array<string>(Math.max(0, left)).fill('0')] : groups;
  return [...whole, ...end.split(':')].slice(0, 4).join(':').toLowerCase();
}
