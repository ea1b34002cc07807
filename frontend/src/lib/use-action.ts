import { messageOf, wasCanceled } from './api-error.ts';
import { showToast } from './toast.ts';
import { useSubmit } from './use-submit.ts';

/**
 * A button's action, at most once at a time (see `useSubmit`). Where it fails a toast says why, and nothing where the
 * user did not want to confirm who they are.
 * @param failure the title of that toast
 */
export function useAction<A extends unknown[]>(failure: string, action: (...args: A) => Promise<void>) {
  const { submit, pending } = useSubmit(async (...args: A) => {
    try {
      await action(...args);
    } catch (error) {
      if (!wasCanceled(error)) showToast({ title: failure, body: messageOf(error), intent: 'error' });
    }
  });
  return { submit, pending };
}
