import { useSyncExternalStore } from 'react';

/** Whether a media query holds now; false where the environment cannot say. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(query).matches ?? false,
  );
}

/** Too narrow for a table beside anything: lists become cards. */
export const usePhoneWidth = () => useMediaQuery('(max-width: 639px)');
/** Too narrow for a sidebar beside the page: it becomes a drawer. */
export const useDrawerWidth = () => useMediaQuery('(max-width: 959px)');
/** Too narrow for a table of many columns beside the sidebar: such a table takes 900 px. */
export const useTabletWidth = () => useMediaQuery('(max-width: 1263px)');
/** Room enough for every column of a wide table beside the sidebar. */
export const useWideWidth = () => useMediaQuery('(min-width: 1600px)');
