import { Button } from '@fluentui/react-components';
import { reconnectPath } from '../../blocks/reconnect-path.ts';
import { Notice } from '../../ui/notice.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';

type Props = { tenant: { id: string; name: string }; onDismiss: () => void };

/** Says that the connection to a tenant no longer works, and leads to where it is made anew. */
export function ConnectionLost({ tenant, onDismiss }: Props) {
  return (
    <Notice
      intent="warning"
      actions={
        <>
          <ServerLinkButton href={reconnectPath(tenant.id)} size="small" aria-label={`Reconnect ${tenant.name}`}>
            Reconnect
          </ServerLinkButton>
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      The connection to {tenant.name} is lost. Please reconnect to continue using the Graph API Explorer.
    </Notice>
  );
}
