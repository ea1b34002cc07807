import type { getAuthStatus } from '@tenantry/contract/connection-status';
import type * as z from 'zod/mini';
import { reconnectPath } from '../blocks/reconnect-path.ts';
import { countOf } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { useHasRole } from '../lib/session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ServerLinkButton } from '../ui/server-link-button.tsx';
import { DismissibleNotice } from './dismissible-notice.tsx';

type LostTenants = z.infer<typeof getAuthStatus.response>['tenants'];

const namedAtMost = 3;

function namesOf(tenants: LostTenants): string {
  const more = tenants.length - namedAtMost;
  const names = tenants.slice(0, namedAtMost).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` and ${countOf(more, 'more tenant')}` : ''}`;
}

type Props = { tenants: LostTenants; onDismiss: () => void };

/** Says above a page that Microsoft no longer lets us read a tenant, and how to change that. */
export function ReconnectBanner({ tenants, onDismiss }: Props) {
  const isAdmin = useHasRole('admin');
  const [first] = tenants;
  if (first === undefined) return null;
  const isOne = tenants.length === 1;
  const reconnect = isOne ? (
    <ServerLinkButton href={reconnectPath(first.tenantId)} size="small" aria-label={`Reconnect ${first.name}`}>
      Reconnect
    </ServerLinkButton>
  ) : (
    <LinkButton to={paths.credentials} size="small">
      Reconnect
    </LinkButton>
  );
  return (
    <DismissibleNotice
      intent="warning"
      title={`The connection to ${isOne ? first.name : countOf(tenants.length, 'tenant')} is lost.`}
      dismissLabel="Dismiss reconnect notice"
      onDismiss={onDismiss}
      action={isAdmin && reconnect}
    >
      {isOne ? first.reason.replace(/\.$/, '') : namesOf(tenants)}. Scans fail until {isOne ? 'it is' : 'they are'}{' '}
      reconnected.{!isAdmin && ' Ask an administrator to reconnect.'}
    </DismissibleNotice>
  );
}
