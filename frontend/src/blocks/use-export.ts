import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@tenantry/contract/endpoint';
import { useState } from 'react';
import { type CallInput, send } from '../lib/api-client.ts';
import { ApiError, messageOf, wasCanceled } from '../lib/api-error.ts';
import { saveResponse } from '../lib/download.ts';
import { showToast } from '../lib/toast.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { exportJobsQuery } from './export-jobs-query.ts';

/** For where the connection carries no text beside the status (RFC 9110, section 15). */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** 'Export failed: 503 Service Unavailable' (specification, section 8). */
function failureTitle(failure: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return `${failure}: no answer`;
  return `${failure}: ${error.status} ${error.statusText || (statusTexts[error.status] ?? '')}`.trim();
}

/**
 * Saves an export where it is answered at once; a large one is a job, which `ExportJobs` shows.
 * @param failure how the toast of a failure begins ('Export failed')
 */
export function useExport(failure: string) {
  const client = useQueryClient();
  const [pendingName, setPendingName] = useState<string | null>(null);
  const { submit } = useSubmit(async (run: () => Promise<Response>, name: string) => {
    setPendingName(name);
    try {
      const response = await run();
      if (response.status === 202) {
        await client.invalidateQueries({ queryKey: exportJobsQuery().queryKey });
        const body = 'The file is being written. Download it here once it is ready.';
        showToast({ title: 'Export Started', body, intent: 'success' });
      } else {
        await saveResponse(response, name);
        showToast({ title: 'Export Completed', body: 'The file was saved.', intent: 'success' });
      }
    } catch (error) {
      if (wasCanceled(error)) return;
      showToast({ title: failureTitle(failure, error), body: messageOf(error), intent: 'error' });
    } finally {
      setPendingName(null);
    }
  });
  const start = <E extends Endpoint>(endpoint: E, input: CallInput<E>, name: string) =>
    void submit(() => send(endpoint, input), name);
  return { start, pendingName };
}
