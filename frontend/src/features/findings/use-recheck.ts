import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FindingDetails, type FindingStatus, recheckFinding } from '@tenantry/contract/findings';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { findingQuery, isBeingRechecked } from './findings-queries.ts';
import type { ChangeableFinding } from './use-set-status.ts';

/** How a look at the check ended, in the corner of the page. */
function tellRecheck({ title, recheck }: Pick<FindingDetails, 'title' | 'recheck'>): void {
  const body = recheck?.message ?? title;
  if (recheck?.outcome === 'passed') showToast({ title: 'The check passes', body, intent: 'success' });
  else if (recheck?.outcome === 'stillFails') showToast({ title: 'The check still fails', body, intent: 'warning' });
  else showToast({ title: 'The check could not be made', body, intent: 'warning' });
}

/**
 * Looks at the check of a finding again, follows that where it takes longer, and tells how it ended.
 * @param known what the page knows of the finding, where it shows all of it: a look that somebody else began is followed too
 * @param onEnded the finding may have left the list with it, and takes the status that it has now
 */
export function useRecheck(
  { id, tenantId }: ChangeableFinding,
  known: FindingDetails | null,
  onEnded?: (status: FindingStatus) => void,
) {
  const client = useQueryClient();
  const [isFollowed, setFollowed] = useState(false);
  const { data } = useQuery({ ...findingQuery(id), enabled: isFollowed });
  const current = isFollowed ? data : (known ?? undefined);
  const watched = useRef<string | null>(null);
  const isGoingOn = current !== undefined && isBeingRechecked(current);
  const recheckId = current?.recheck?.id ?? null;
  useEffect(() => {
    if (isGoingOn) watched.current = recheckId;
    if (current === undefined || isGoingOn || recheckId === null || watched.current !== recheckId) return;
    watched.current = null;
    setFollowed(false);
    tellRecheck(current);
    void invalidateTenant(client, tenantId);
    onEnded?.(current.status);
  }, [current, isGoingOn, recheckId, client, tenantId, onEnded]);
  const { submit, pending } = useAction('The check could not be made', async () => {
    const details = await call(recheckFinding, { params: { findingId: id }, tenantId });
    client.setQueryData(findingQuery(id).queryKey, details);
    watched.current = details.recheck?.id ?? null;
    setFollowed(true);
  });
  return { start: () => void submit(), isGoingOn: pending || isGoingOn };
}
