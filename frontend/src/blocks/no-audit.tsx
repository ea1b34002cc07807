import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { useHasRole } from '../lib/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { useNoAuditReason } from './use-no-audit-reason.ts';

/** In place of a page that lives on the latest audit, where there is none. `reason` is the API's. */
export function NoAudit({ icon, reason }: { icon: ReactNode; reason: string | null }) {
  const isAdmin = useHasRole('admin');
  const text = useNoAuditReason(reason);
  return (
    <EmptyState
      icon={icon}
      headingLevel="h2"
      title="No audit yet"
      body={text ?? 'This organization has no audit yet.'}
      actions={
        isAdmin && (
          <LinkButton to={paths.scan} appearance="primary">
            Scan Internal Policies
          </LinkButton>
        )
      }
    />
  );
}
