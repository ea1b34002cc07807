import { returnProblemText } from '@tenantry/contract/return-problems';
import { showToast, type ToastMessage } from '../../lib/toast.ts';
import { useReturnNotice } from '../../lib/use-return-notice.ts';

/** So long a person reads what went wrong, and what to do. */
const problemTimeoutMs = 15_000;

/** What a consent says of itself in the address; null where that means nothing to us. */
function consentNotice(consent: string | null): ToastMessage | null {
  if (consent === 'given') {
    return { title: 'Consent Given', body: 'Test the connection to see what it brought.', intent: 'success' };
  }
  const body = returnProblemText(consent);
  return body === null ? null : { title: 'Consent Not Given', body, intent: 'error', timeoutMs: problemTimeoutMs };
}

/** The settings after the consent to our own app registration: says how that ended. */
export function useConsentReturn(): void {
  useReturnNotice(['consent'], (returned) => {
    const notice = consentNotice(returned.get('consent'));
    if (notice !== null) showToast(notice);
  });
}
