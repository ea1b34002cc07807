import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { reconnectPath } from '../../blocks/reconnect-path.ts';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';

/** Says that a tenant's sign-in no longer works, and leads to where it is made anew. */
export function SessionExpired({ tenantId, onDismiss }: { tenantId: string; onDismiss: () => void }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        Your Microsoft 365 session has expired. Please reconnect to continue using the Graph API Explorer.
      </MessageBarBody>
      <MessageBarActions>
        <ServerLinkButton href={reconnectPath(tenantId)} size="small">
          Reconnect
        </ServerLinkButton>
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
