import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { paths } from '../lib/paths.ts';
import { useHasRole } from '../lib/session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ServerLinkButton } from '../ui/server-link-button.tsx';
import { reconnectPath } from './reconnect-path.ts';
import { RetryScan } from './retry-scan.tsx';

type Props = {
  tenantId: string;
  name: string;
  trouble: Pick<TenantTrouble, 'remedy'>;
  /** Whether the way to connect the tenant again stands beside these already. */
  hasReconnect?: boolean;
};

/**
 * What mends a tenant whose scans fail, for administrators. Retry is there in each case: a consent, a permission or a secret
 * may have been given outside this product.
 */
export function TroubleActions({ tenantId, name, trouble: { remedy }, hasReconnect = false }: Props) {
  if (!useHasRole('admin')) return null;
  return (
    <>
      {remedy === 'reconnect' && !hasReconnect && (
        <ServerLinkButton href={reconnectPath(tenantId)} size="small" aria-label={`Reconnect ${name}`}>
          Reconnect
        </ServerLinkButton>
      )}
      {remedy === 'newSecret' && (
        <LinkButton to={paths.credentials} size="small" aria-label={`Save a new secret of ${name}`}>
          Save a new secret
        </LinkButton>
      )}
      <RetryScan tenantId={tenantId} name={name} />
    </>
  );
}
