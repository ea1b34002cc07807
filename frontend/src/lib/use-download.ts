import type { Endpoint } from '@tenantry/contract/endpoint';
import { useState } from 'react';
import type { CallInput } from './api-client.ts';
import { messageOf, wasCanceled } from './api-error.ts';
import { download } from './download.ts';
import { showToast } from './toast.ts';
import { useSubmit } from './use-submit.ts';

/**
 * Saves a file of an endpoint, one at a time; a failure becomes a toast.
 * @param failureTitle the toast's title ('Download Failed')
 * `pendingName` is the fallback name of the file that is on its way, null where none is.
 */
export function useDownload(failureTitle: string) {
  const [pendingName, setPendingName] = useState<string | null>(null);
  const { submit } = useSubmit(async (run: () => Promise<void>, name: string) => {
    setPendingName(name);
    try {
      await run();
    } catch (error) {
      if (!wasCanceled(error)) showToast({ title: failureTitle, body: messageOf(error), intent: 'error' });
    } finally {
      setPendingName(null);
    }
  });
  const start = <E extends Endpoint>(endpoint: E, input: CallInput<E>, fallbackName: string) =>
    void submit(() => download(endpoint, input, fallbackName), fallbackName);
  return { start, pendingName };
}
