import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { authStatusQuery } from '../blocks/auth-status-query.ts';
import { paths } from '../lib/paths.ts';
import { useTenant } from '../lib/session.ts';
import { onDemand } from '../ui/on-demand.tsx';

// Loaded when there is something to say.
const ReconnectBanner = onDemand(async () => (await import('./reconnect-banner.tsx')).ReconnectBanner);
const SecretBanner = onDemand(async () => (await import('./secret-banner.tsx')).SecretBanner);
const TroubleNotice = onDemand(async () => (await import('../blocks/trouble-notice.tsx')).TroubleNotice);
const TrailBanner = onDemand(async () => (await import('./trail-banner.tsx')).TrailBanner);

const keyOf = (item: object) => JSON.stringify(item);

/**
 * Watches whether the tenants can still be read and the audit trail is whole. A dismissed banner comes back with the next
 * problem; that the figures of the selected tenant are of before is not dismissed.
 */
export function ConnectionWatch() {
  const { tenantId } = useTenant();
  const isOverview = useLocation().pathname.toLowerCase() === paths.overview;
  const { data, refetch } = useQuery(authStatusQuery(tenantId));
  useEffect(() => {
    // The query refetches when a tab becomes visible, but not when its window gets the focus back.
    const ask = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [refetch]);
  // One by one, since the selected tenant decides which of them are shown.
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  if (data === undefined) return null;
  const { needsReconnect, tenants, selected, endingSecrets, auditTrail } = data;
  const { total, soonest } = endingSecrets;
  // Only the number is known of those beyond the first five.
  const ending = total > soonest.length ? [...soonest, { total }] : soonest;
  const isNew = (items: readonly object[]) => items.some((item) => !dismissed.has(keyOf(item)));
  const dismiss = (items: readonly object[]) => setDismissed((before) => new Set([...before, ...items.map(keyOf)]));
  // The overview says so in the row of each tenant.
  const asksToReconnect = needsReconnect && !isOverview && isNew(tenants);
  return (
    <>
      {auditTrail && isNew([auditTrail]) && <TrailBanner trail={auditTrail} onDismiss={() => dismiss([auditTrail])} />}
      {asksToReconnect && <ReconnectBanner tenants={tenants} onDismiss={() => dismiss(tenants)} />}
      {selected && <TroubleNotice {...selected} isReasonTold={asksToReconnect} />}
      {isNew(ending) && <SecretBanner secrets={endingSecrets} onDismiss={() => dismiss(ending)} />}
    </>
  );
}
