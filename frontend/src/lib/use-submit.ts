import { useCallback, useRef, useState } from 'react';

/**
 * Runs an action at most once at a time: a second press while the first is on its way sends nothing.
 * `error` is what the last run threw; `submit` itself never rejects.
 */
export function useSubmit<A extends unknown[]>(action: (...args: A) => Promise<void>) {
  const isBusy = useRef(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = useCallback(
    async (...args: A): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      setPending(true);
      setError(null);
      try {
        await action(...args);
      } catch (thrown) {
        setError(thrown);
      } finally {
        isBusy.current = false;
        setPending(false);
      }
    },
    [action],
  );
  return { submit, pending, error, clearError: useCallback(() => setError(null), []) };
}
