import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { authStatusQuery } from '../lib/auth-status-query.ts';
import { useTenant } from '../lib/session.ts';

// Seldom seen.
const ReconnectBanner = lazy(async () => ({ default: (await import('./reconnect-banner.tsx')).ReconnectBanner }));

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
  const [dismissed, setDismissed] = useState('');
  if (!data?.needsReconnect) return null;
  const news = JSON.stringify(data.tenants);
  if (news === dismissed) return null;
  return (
    <Suspense>
      <ReconnectBanner tenants={data.tenants} onDismiss={() => setDismissed(news)} />
    </Suspense>
  );
}
