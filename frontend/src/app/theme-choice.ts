import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, store } from '../lib/storage.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const systemIsDark = window.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const isChoice = (value: string | null): value is ThemeChoice => value === 'light' || value === 'dark';
const stored = readStored(storageKeys.theme);
let choice: ThemeChoice = isChoice(stored) ? stored : 'system';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark?.removeEventListener('change', listener);
  };
}

/** Chooses how the pages look and keeps the choice in this browser. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  store(storageKeys.theme, next === 'system' ? null : next);
  for (const listener of listeners) listener();
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);

/** Whether the pages are dark now, by choice or, without one, by the system's preference. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => (choice === 'system' ? (systemIsDark?.matches ?? false) : choice === 'dark'));
