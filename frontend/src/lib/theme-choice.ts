import type { Theme } from '@tenantry/contract/auth';
import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, store } from './storage.ts';

const systemIsDark = window.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const isChoice = (value: string | null): value is Theme => value === 'light' || value === 'dark';
const stored = readStored(storageKeys.theme);
let choice: Theme = isChoice(stored) ? stored : 'system';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark?.removeEventListener('change', listener);
  };
}

/** The choices in the words of menus. */
export const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System default' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Chooses how the pages look and keeps the choice in this browser. */
export function chooseTheme(next: Theme): void {
  choice = next;
  store(storageKeys.theme, next === 'system' ? null : next);
  for (const listener of listeners) listener();
}

export const useThemeChoice = (): Theme => useSyncExternalStore(subscribe, () => choice);

/** Whether the pages are dark now, by choice or, without one, by the system's preference. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => (choice === 'system' ? (systemIsDark?.matches ?? false) : choice === 'dark'));
