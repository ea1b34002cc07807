import type { getAuthStatus } from '@tenantry/contract/connection-status';
import { useLocation } from 'react-router-dom';
import type * as z from 'zod/mini';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { DismissibleNotice } from './dismissible-notice.tsx';

type Trail = NonNullable<z.infer<typeof getAuthStatus.response>['auditTrail']>;

const titles: Record<Trail['status'], string> = {
  broken: 'The audit trail is broken',
  notVerified: 'The audit trail could not be verified',
  overdue: 'The audit trail has not been verified for more than a day',
};

/** Says above every page, to administrators of all tenants, that the audit trail is not known to be whole. */
export function TrailBanner({ trail, onDismiss }: { trail: Trail; onDismiss: () => void }) {
  const { pathname } = useLocation();
  // The page tells it itself, with what to do.
  if (pathname === paths.adminHealth) return null;
  return (
    <DismissibleNotice
      intent={trail.status === 'broken' ? 'error' : 'warning'}
      title={titles[trail.status]}
      dismissLabel="Dismiss audit trail notice"
      onDismiss={onDismiss}
      action={
        <LinkButton to={paths.adminHealth} size="small">
          Show
        </LinkButton>
      }
    >
      {trail.message}
    </DismissibleNotice>
  );
}
