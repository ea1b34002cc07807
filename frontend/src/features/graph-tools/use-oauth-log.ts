import { useQueryClient } from '@tanstack/react-query';
import { clearOAuthLog, exportOAuthLog } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { dayOf } from '../../lib/calendar-day.ts';
import { download } from '../../lib/download.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { oauthLogQuery } from './oauth-log-queries.ts';

/** Clears the log and saves it as a file; both say in a toast how that went. */
export function useOAuthLog() {
  const client = useQueryClient();
  const { submit: save, pending: isSaving } = useSubmit(async () => {
    try {
      await download(exportOAuthLog, { tenantId: null }, `oauth-errors-${dayOf(new Date())}.json`);
      showToast({ title: 'OAuth Logs Exported', body: 'The log was saved as a JSON file.', intent: 'success' });
    } catch (error) {
      console.error('The OAuth log could not be exported', error);
      showToast({
        title: 'Export Failed',
        body: 'Failed to export OAuth logs. Please try again.',
        intent: 'error',
      });
    }
  });

  /** What goes wrong is thrown too, for the question that asked. */
  async function clear(): Promise<void> {
    try {
      const { deleted } = await call(clearOAuthLog, { tenantId: null });
      showToast({
        title: 'OAuth Logs Cleared',
        body: `${countOf(deleted, 'entry', 'entries')} deleted.`,
        intent: 'success',
      });
    } catch (error) {
      showToast({ title: 'Clear Failed', body: 'Failed to clear OAuth logs. Please try again.', intent: 'error' });
      throw error;
    } finally {
      // Where it failed half way, part of the log is gone.
      await client.invalidateQueries({ queryKey: oauthLogQuery().queryKey });
    }
  }
  return { save, isSaving, clear };
}
