import { Button } from '@fluentui/react-components';
import { reconnectPath } from '../../blocks/reconnect-path.ts';
import { Notice } from '../../ui/notice.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';

/** Says that a tenant's sign-in no longer works, and leads to where it is made anew. */
export function SessionExpired({ tenantId, onDismiss }: { tenantId: string; onDismiss: () => void }) {
  return (
    <Notice
      intent="warning"
      actions={
        <>
          <ServerLinkButton href={reconnectPath(tenantId)} size="small">
            Reconnect
          </ServerLinkButton>
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      Your Microsoft 365 session has expired. Please reconnect to continue using the Graph API Explorer.
    </Notice>
  );
}
