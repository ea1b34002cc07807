/** Every key that this application keeps in the browser's local storage: all tabs share it. */
export const storageKeys = {
  /** Who is signed in; session-start.js reads it too. */
  user: 'tenantry.user',
  /** The tenant that was used last, with which a new tab starts. */
  tenantId: 'tenantry.tenantId',
  checker: 'tenantry.checker',
  theme: 'tenantry.theme',
  /** When the session got a new id, in ms of the epoch. */
  renewedAt: 'tenantry.renewedAt',
  debug: 'tenantry.debug',
  /** What somebody opened, folded or hid on pages: see `useRememberedSwitches`. */
  switches: 'tenantry.switches',
} as const;

/** Every key of a tab's session storage: it survives a reload and a way over Microsoft, and ends with the tab. */
export const tabKeys = {
  /** The tenant of this tab; empty in the global view. */
  tenantId: 'tenantry.tab.tenantId',
  /** Where somebody was when they had to sign in. */
  returnTo: 'tenantry.tab.returnTo',
  /** The page at which they did, where it is not the usual one. */
  signInPage: 'tenantry.tab.signIn',
  /** What was half typed in a form when the session ended. */
  drafts: 'tenantry.tab.drafts',
} as const;

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];
type TabKey = (typeof tabKeys)[keyof typeof tabKeys];

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch (error) {
    console.warn('Browser storage cannot be read', error);
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch (error) {
    console.warn('Browser storage cannot be written', error);
  }
}

/** Reads a stored value; null where there is none or where the browser keeps nothing (private modes, policies). */
export const readStored = (key: StorageKey): string | null => read(() => localStorage, key);

/** Whether a value is stored. True also where the browser lets nobody look: it then says nothing of it. */
export function mayBeStored(key: StorageKey): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch (error) {
    console.warn('Browser storage cannot be read', error);
    return true;
  }
}

/** Stores a value, or removes it (null). Nothing depends on it: without storage, choices last until the page closes. */
export const store = (key: StorageKey, value: string | null): void => write(() => localStorage, key, value);

/** The same for what this tab alone keeps. */
export const readTab = (key: TabKey): string | null => read(() => sessionStorage, key);
export const storeTab = (key: TabKey, value: string | null): void => write(() => sessionStorage, key, value);
