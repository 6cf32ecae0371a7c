import { useMemo } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { navigate, sessionUrl } from '../router.ts';
import { type Agents, useAgents } from '../stores/agents.ts';
import { nextTheme, preferences, setPreference } from '../stores/preferences.ts';
import { useHeldText } from './held-keys.ts';
import { PickDialog, type PickEntry } from './pick-dialog.tsx';
import { useFoundSessions } from './use-found-sessions.ts';

const MAX_ENTRIES = 60;

/** Finds sessions, places and actions by their words. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useHeldText();
  const heads = useFoundSessions(text);
  const agents = useAgents();
  const entries = useMemo(() => entriesFor(text, heads ?? [], agents, onKeys), [text, heads, agents, onKeys]);
  return (
    <PickDialog
      title="Palette"
      words="Go to a session, a place or an action"
      text={text}
      entries={entries}
      onText={setText}
      onClose={onClose}
    />
  );
}

function entriesFor(text: string, heads: readonly SessionHead[], agents: Agents, onKeys: () => void): PickEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, hint }: PickEntry) => words.every((word) => `${label} ${hint}`.toLowerCase().includes(word));
  const go = (url: string) => () => navigate(url);
  const { density } = preferences.get();
  const places: PickEntry[] = [
    { id: 'sessions', label: 'Sessions', hint: 'g s', run: go('/') },
    { id: 'run', label: 'Run', hint: 'g r', run: go('/run') },
    { id: 'usage', label: 'Usage', hint: 'g u', run: go('/usage') },
    { id: 'insights', label: 'Insights', hint: 'g i', run: go('/insights') },
    { id: 'problems', label: 'Problems', hint: 'g p', run: go('/problems') },
    { id: 'search', label: 'Search', hint: 'place', run: go('/search') },
    { id: 'theme', label: 'Light or dark', hint: 't', run: nextTheme },
    {
      id: 'density',
      label: density === 'compact' ? 'Comfortable rows' : 'Compact rows',
      hint: 'action',
      run: () => setPreference('density', density === 'compact' ? 'comfortable' : 'compact'),
    },
    { id: 'keys', label: 'All keys', hint: '?', run: onKeys },
  ];
  const sessions: PickEntry[] = heads.map((head) => ({
    id: head.key,
    label: visibleLine(head.title),
    hint: [agents.titleOf(head.agent), visibleLine(head.projectName ?? '')].filter(Boolean).join(' · '),
    run: go(sessionUrl(head.key)),
  }));
  const query = text.trim();
  const search: PickEntry[] =
    query === ''
      ? []
      : [
          {
            id: 'find',
            label: `Search every session for “${query}”`,
            hint: '↵',
            run: go(`/search?${new URLSearchParams({ q: query })}`),
          },
        ];
  return [...places.filter(fits), ...sessions.filter(fits), ...search].slice(0, MAX_ENTRIES);
}
