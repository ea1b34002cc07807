import type { EvidencePack } from '@tenantry/contract/evidence';
import { showToast } from '../../lib/toast.ts';

/** Says how the making of an evidence pack ended. */
export function announcePack({ status, fileName, error }: EvidencePack): void {
  if (status === 'ready') showToast({ title: 'Evidence pack ready', body: fileName, intent: 'success' });
  else showToast({ title: 'Evidence Pack Failed', body: error ?? 'Make it again.', intent: 'error' });
}
