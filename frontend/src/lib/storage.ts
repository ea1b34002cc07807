/** Every key that this application keeps in the browser's local storage. */
export const storageKeys = {
  user: 'tenantry.user',
  tenantId: 'tenantry.tenantId',
  checker: 'tenantry.checker',
  theme: 'tenantry.theme',
  debug: 'tenantry.debug',
} as const;

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Reads a stored value; null where there is none or where the browser keeps nothing (private modes, policies). */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn('Browser storage cannot be read', error);
    return null;
  }
}

/** Stores a value, or removes it (null). Nothing depends on it: without storage, choices last until the page closes. */
export function store(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn('Browser storage cannot be written', error);
  }
}
