import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { ApiError, messageOf } from '../lib/api-client.ts';

type Props = { title?: string; error: unknown; onRetry?: () => void };

/** An error where it belongs: what failed, why, the request id to quote to support, and Retry. */
export function ErrorPanel({ title, error, onRetry }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <MessageBar intent="error" layout="multiline" politeness="assertive">
      <MessageBarBody>
        {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
        {messageOf(error)}
        {requestId !== null && ` (Request id: ${requestId})`}
      </MessageBarBody>
      {onRetry !== undefined && (
        <MessageBarActions>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
