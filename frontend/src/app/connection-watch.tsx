import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { authStatusQuery } from '../lib/auth-status-query.ts';
import { useTenant } from '../lib/session.ts';

// Seldom seen.
const ReconnectBanner = lazy(async () => ({ default: (await import('./reconnect-banner.tsx')).ReconnectBanner }));
const SecretBanner = lazy(async () => ({ default: (await import('./secret-banner.tsx')).SecretBanner }));

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
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  if (data === undefined) return null;
  const lost = JSON.stringify(data.tenants);
  const ending = JSON.stringify(data.endingSecrets);
  const isNews = (news: string) => !dismissed.includes(news);
  const dismiss = (news: string) => setDismissed((before) => [...before, news]);
  return (
    <Suspense>
      {data.needsReconnect && isNews(lost) && (
        <ReconnectBanner tenants={data.tenants} onDismiss={() => dismiss(lost)} />
      )}
      {data.endingSecrets.total > 0 && isNews(ending) && (
        <SecretBanner secrets={data.endingSecrets} onDismiss={() => dismiss(ending)} />
      )}
    </Suspense>
  );
}
