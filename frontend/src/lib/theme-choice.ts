import type { Theme } from '@tenantry/contract/auth';
import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, store } from './storage.ts';

const systemIsDark = window.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The choices in the words of menus. */
export const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System default' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
];

const stored = readStored(storageKeys.theme);
let choice: Theme = themes.find(({ value }) => value === stored)?.value ?? 'system';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark?.removeEventListener('change', listener);
  };
}

/** Chooses how the pages look and keeps the choice in this browser. */
export function chooseTheme(next: Theme): void {
  choice = next;
  store(storageKeys.theme, next === 'system' ? null : next);
  for (const listener of listeners) listener();
}

export const useThemeChoice = (): Theme => useSyncExternalStore(subscribe, () => choice);

export type ShownTheme = Exclude<Theme, 'system'>;

/** How the pages look now, by choice or, without one, by the system's preference. */
export const useShownTheme = (): ShownTheme =>
  useSyncExternalStore(subscribe, () => (choice !== 'system' ? choice : systemIsDark?.matches ? 'dark' : 'light'));
