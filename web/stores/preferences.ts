import { createStore } from './store.ts';

/** How this reader likes the page; kept by the browser, never in the URL. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  diff: 'unified' | 'split';
  wrap: boolean;
  /** Keys of one letter do something; off for those whose tools type letters. */
  singleKeys: boolean;
  inspector: boolean;
}

const STORAGE_KEY = 'threadline';
const defaults: Preferences = {
  theme: 'system',
  density: 'comfortable',
  diff: 'unified',
  wrap: false,
  singleKeys: true,
  inspector: true,
};

export const preferences = createStore<Preferences>(read());

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  preferences.update((old) => ({ ...old, [key]: value }));
}

export function nextTheme(): void {
  const isDark =
    preferences.get().theme === 'dark' ||
    (preferences.get().theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  setPreference('theme', isDark ? 'light' : 'dark');
}

/** Writes them to the root element now and whenever they change. */
export function applyPreferences(): void {
  const apply = () => {
    const { theme, density } = preferences.get();
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences.get()));
    } catch {
      // A browser without storage forgets; nothing else.
    }
  };
  apply();
  preferences.subscribe(apply);
}

/** What was kept, field by field: a value of another version or another page on this origin is no preference. */
function read(): Preferences {
  try {
    const kept: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : defaults.theme,
      density: kept.density === 'compact' ? 'compact' : defaults.density,
      diff: kept.diff === 'split' ? 'split' : defaults.diff,
      wrap: kept.wrap === true,
      singleKeys: kept.singleKeys !== false,
      inspector: kept.inspector !== false,
    };
  } catch {
    return defaults;
  }
}
