import { Button } from '@fluentui/react-components';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { Notice } from './notice.tsx';

type Props = {
  title?: string;
  error: unknown;
  /** For an error without a message. */
  fallback?: string;
  onRetry?: () => void;
  retryLabel?: string;
};

/** The message, without the status that it begins with where the title has named it: no 'HTTP 502: 502 Bad Gateway'. */
function textOf(error: unknown, title: string | undefined): string {
  const message = messageOf(error);
  const status = error instanceof ApiError ? String(error.status) : '';
  const isSaid = status !== '' && title !== undefined && title.includes(status);
  return isSaid && message.startsWith(`${status} `) ? message.slice(status.length + 1) : message;
}

/** An error where it belongs: what failed, why, the request id to quote to support, and Retry. */
export function ErrorPanel({ title, error, fallback, onRetry, retryLabel = 'Retry' }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Notice
      intent="error"
      title={title}
      actions={
        onRetry !== undefined && (
          <Button size="small" onClick={onRetry}>
            {retryLabel}
          </Button>
        )
      }
      politeness="assertive"
    >
      {textOf(error, title) || fallback}
      {requestId !== null && ` (Request id: ${requestId})`}
    </Notice>
  );
}
