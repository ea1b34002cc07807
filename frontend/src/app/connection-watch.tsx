import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { authStatusQuery } from '../blocks/auth-status-query.ts';
import { useTenant } from '../lib/session.ts';

// Seldom seen.
const ReconnectBanner = lazy(async () => ({ default: (await import('./reconnect-banner.tsx')).ReconnectBanner }));
const SecretBanner = lazy(async () => ({ default: (await import('./secret-banner.tsx')).SecretBanner }));

const told = (thing: object) => JSON.stringify(thing);

/** Watches whether the tenants can still be read. A dismissed banner comes back with the next thing that is wrong. */
export function ConnectionWatch() {
  const { tenantId } = useTenant();
  const { data, refetch } = useQuery(authStatusQuery(tenantId));
  useEffect(() => {
    // The query's own notion of focus is a tab that becomes visible, not a window that is come back to.
    const ask = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [refetch]);
  // Thing by thing: which of them are told of depends on the selected tenant.
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  if (data === undefined) return null;
  const { needsReconnect, tenants, endingSecrets } = data;
  const { total, soonest } = endingSecrets;
  // Of those that are not named the number alone is known.
  const ending = total > soonest.length ? [...soonest, { total }] : soonest;
  const isNews = (things: readonly object[]) => things.some((thing) => !dismissed.has(told(thing)));
  const dismiss = (things: readonly object[]) => setDismissed((before) => new Set([...before, ...things.map(told)]));
  return (
    <Suspense>
      {needsReconnect && isNews(tenants) && <ReconnectBanner tenants={tenants} onDismiss={() => dismiss(tenants)} />}
      {isNews(ending) && <SecretBanner secrets={endingSecrets} onDismiss={() => dismiss(ending)} />}
    </Suspense>
  );
}
