import { useState } from 'react';
import { readStored, storageKeys, store } from './storage.ts';

/** What somebody switched on or off; what they never touched is not in it. */
type Switches = Readonly<Record<string, boolean>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function storedGroups(): Record<string, unknown> {
  const stored = readStored(storageKeys.switches);
  if (stored === null) return {};
  try {
    const groups: unknown = JSON.parse(stored);
    return isObject(groups) ? groups : {};
  } catch (error) {
    console.warn('What was folded and hidden cannot be read', error);
    return {};
  }
}

function storedSwitches(group: string): Switches {
  const switches = storedGroups()[group];
  if (!isObject(switches)) return {};
  return Object.fromEntries(
    Object.entries(switches).filter((one): one is [string, boolean] => typeof one[1] === 'boolean'),
  );
}

/**
 * Switches that this browser remembers, such as the columns of a table or the sections of the sidebar.
 * @param group whose switches they are
 * @returns those that somebody set, and how to set one
 */
export function useRememberedSwitches(group: string): [Switches, (name: string, isOn: boolean) => void] {
  const [switches, setSwitches] = useState(() => storedSwitches(group));
  const set = (name: string, isOn: boolean) => {
    const next = { ...switches, [name]: isOn };
    setSwitches(next);
    store(storageKeys.switches, JSON.stringify({ ...storedGroups(), [group]: next }));
  };
  return [switches, set];
}
