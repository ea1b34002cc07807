import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { useTenant } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { lastCheckedKey, mailFlowCheckQuery } from './mail-flow-check-query.ts';

const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}\.?$/i;

/** An empty field is left alone on the pages of a tenant, and told of in the admin panel (specification, section 5). */
const domainRequired = {
  title: 'Domain Required',
  body: 'Please enter a domain to check mail flow health',
  intent: 'warning',
} as const;

/** What a failed check says (specification, sections 3 and 5). */
function checkFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.isHtml && error.status < 500) return 'API endpoint not found - server returned HTML instead of JSON';
  if (error.status < 400) return error.message;
  const status = String(error.status);
  const text = error.message.startsWith(`${status} `) ? error.message.slice(status.length + 1) : error.message;
  return `HTTP ${status}: ${text}`;
}

/**
 * Checks the mail of one domain at a time, as the selected tenant sees the DNS, where there is one. A result counts for five minutes
 * and is still there on coming back to the page; it stays while the next is awaited. A failure is a toast with Retry.
 */
export function useMailFlowCheck({ asksForDomain = false } = {}) {
  const { tenantId } = useTenant();
  const client = useQueryClient();
  const [shown, setShown] = useState(() => client.getQueryData<string>(lastCheckedKey(tenantId)) ?? null);
  // It is asked for by `check` alone, never because a page was opened.
  const { data: report } = useQuery({ ...mailFlowCheckQuery(tenantId, shown ?? ''), enabled: false });
  const { submit, pending } = useSubmit(async (domain: string, isAnew = false) => {
    try {
      const query = mailFlowCheckQuery(tenantId, domain);
      await client.fetchQuery(isAnew ? { ...query, staleTime: 0 } : query);
      client.setQueryData(lastCheckedKey(tenantId), domain);
      setShown(domain);
    } catch (error) {
      showToast({
        title: 'Mail Flow Check Failed',
        body: checkFailureText(error),
        intent: 'error',
        action: { label: 'Retry', run: () => void submit(domain, isAnew) },
      });
    }
  });
  const check = (typed: string) => {
    const domain = typed.trim().toLowerCase();
    if (domain === '') {
      if (asksForDomain) showToast(domainRequired);
      return;
    }
    if (!hostName.test(domain))
      console.warn('This does not look like a host name, and is checked all the same', domain);
    void submit(domain);
  };
  /** Asks the DNS again, however young the result is: a record may just have been published. */
  const checkAgain = () => {
    if (shown !== null) void submit(shown, true);
  };
  return { report: report ?? null, shown, check, checkAgain, pending };
}
