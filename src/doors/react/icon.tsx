import type { ReactNode } from 'react';

/** Our own sprite: 16 px, strokes of 1.6. An icon is one line, but for those below. */
const lines = {
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  find: 'M11.3 7a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0zM10.3 10.300l3.2 3.2',
  bars: 'M3 13V9M6.5 13V4M10 13V7M13.3 13V2.5',
  trend: 'M2.5 11.500 6.300 7.700l2.700 2.600 4.500-5.300M10 5h3.500v3.500',
  people:
    'M8.300 5.500a2.300 2.300 0 1 1-4.600 0 2.300 2.300 0 0 1 4.600 0zM1.800 13c0-2.300 1.800-3.800 4.200-3.800s4.200 1.500 4.200 3.800M10.500 3.400a2.300 2.300 0 0 1 0 4.200M11.800 9.400c1.500.5 2.500 1.800 2.500 3.600',
  play: 'M5 3.200v9.600l7.5-4.800z',
  warn: 'M8 2.2 14.3 13H1.700zM8 6.500v3M8 11.200v.1',
  terminal: 'm3 4.5 3.3 3.300L3 11.200M8 11.500h5',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3M6 9.500h4M8 7.500v4',
  think: 'M8 2.200a4 4 0 0 0-2.3 7.300c.5.4.8 1 .8 1.600h3c0-.6.3-1.2.8-1.600A4 4 0 0 0 8 2.200zM6.6 13.300h2.8',
  plan: 'm2.5 4.3 1.2 1.2 2-2.200M2.5 10.8 3.7 12l2-2.200M8 4.600h5.500M8 11h5.5',
  plug: 'M6 2v3M10 2v3M4.5 5h7v2.500a3.5 3.5 0 0 1-7 0zM8 11v3',
  globe:
    'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM2.3 8h11.400M8 2.300c2 2 2 9.4 0 11.400M8 2.300c-2 2-2 9.4 0 11.4',
  copy: 'M5.5 5.500h7v7h-7zM3.5 10.500v-7h7',
  link: 'M6.7 9.300a2.5 2.5 0 0 0 3.6 0l2.2-2.200a2.5 2.5 0 0 0-3.6-3.600l-.7.7M9.3 6.700a2.5 2.5 0 0 0-3.6 0L3.5 8.900a2.5 2.5 0 0 0 3.6 3.600l.7-.7',
  raw: 'M5.5 3C3.5 3 4.5 7 2.5 8c2 1 1 5 3 5M10.5 3c2 0 1 4 3 5-2 1-1 5-3 5',
  down: 'M8 3v9.500M4 8.700l4 4 4-4',
  right: 'm6 4 4 4-4 4',
  open: 'm4 6 4 4 4-4',
  share: 'M8 9.500V2.500M5 5l3-2.800L11 5M3.5 8.500v5h9v-5',
  compare: 'M5 2.500v6M2 5.500h6M3 12.500h5M12.5 3v10',
  image: 'M2.5 3.500h11v9h-11zM2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6.300h.1',
  star: 'M8 2.200l1.800 3.700 4 .6-2.900 2.800.7 4L8 11.400l-3.600 1.900.7-4L2.200 6.500l4-.6z',
  note: 'M3 2.500h10v8L9.500 13.500H3zM9.500 13.500v-3H13M5.500 5.500h5M5.500 8h3',
  shield: 'M8 2 13 3.800v3.900c0 3-2 5.100-5 6.300-3-1.200-5-3.300-5-6.300V3.800z',
  stop: 'M5.2 4h5.600A1.2 1.2 0 0 1 12 5.200v5.600a1.2 1.2 0 0 1-1.2 1.200H5.200A1.2 1.2 0 0 1 4 10.800V5.200A1.2 1.2 0 0 1 5.2 4z',
  send: 'M8 13V3.400M4 7.200 8 3.200l4 4',
  talk: 'M2.5 3.500h11V11H7.200l-2.900 2.400V11H2.500z',
  commit: 'M2 8h3.500M10.500 8H14M10.500 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.3 3.300L13 4.5',
  box: 'M2.5 5 8 2.3 13.5 5v6L8 13.7 2.5 11zM2.5 5 8 7.7 13.5 5M8 7.700v6',
} as const;

const drawings = {
  fork: (
    <>
      <circle cx="4" cy="3.5" r="1.6" />
      <circle cx="4" cy="12.5" r="1.6" />
      <circle cx="12" cy="6" r="1.6" />
      <path d="M4 5.100v5.800M12 7.600c0 2.4-3 2.6-7 3.2" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.3" r="2.6" />
      <path d="M3 13.500c.6-2.6 2.5-3.8 5-3.800s4.4 1.2 5 3.8" />
    </>
  ),
  more: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" strokeWidth="2.4" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="5.6" />
      <path d="M8 2.400a5.6 5.6 0 0 1 0 11.200z" fill="currentColor" stroke="none" />
    </>
  ),
  starred: <path d={lines.star} fill="currentColor" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof lines | keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      {name in lines ? <path d={lines[name as keyof typeof lines]} /> : drawings[name as keyof typeof drawings]}
    </svg>
  );
}
