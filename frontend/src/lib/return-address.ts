import { readTab, storeTab, tabKeys } from './storage.ts';

/**
 * Keeps where somebody was, for when they have signed in. It never leaves the tab, and is followed within the
 * application alone.
 * @param userId whose page it was; null where nobody was signed in
 */
export function keepReturnAddress(path: string, userId: string | null): void {
  storeTab(tabKeys.returnTo, `${userId ?? ''} ${path}`);
}

/** Where this user goes after sign-in; null where there is nothing to return to, or it was another user's page. */
export function returnAddressFor(userId: string): string | null {
  const [, whose, path] = /^(\S*) (\/(?![/\\]).*)$/s.exec(readTab(tabKeys.returnTo) ?? '') ?? [];
  if (whose === undefined || path === undefined) return null;
  return whose === '' || whose === userId ? path : null;
}

export function forgetReturnAddress(): void {
  storeTab(tabKeys.returnTo, null);
}
