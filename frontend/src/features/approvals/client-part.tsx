import { Button, makeStyles, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalDetails } from '@tenantry/contract/approvals';
import { withdrawClientQuestion } from '@tenantry/contract/client-decisions';
import { ClientAnswer } from '../../blocks/client-answer.tsx';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Muted } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const AskClientDialog = onDemand(async () => (await import('./ask-client-dialog.tsx')).AskClientDialog);

const useStyles = makeStyles({ text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

type Props = { approval: ApprovalDetails; tenantId: string };

/** What the client was asked about an approval, and the way to ask. It stays pending until they answer, or until it is decided here. */
export function ClientPart({ approval, tenantId }: Props) {
  const { opened, open, close, fallback } = useOpened<true>();
  const { client, status } = approval;
  const isWaiting = client !== null && client.outcome === null;
  return (
    <SectionCard
      title="Client"
      actions={
        status === 'pending' &&
        (isWaiting ? (
          <TakeBack approval={approval} tenantId={tenantId} />
        ) : (
          <Button ref={fallback} onClick={() => open(true)}>
            Ask the client
          </Button>
        ))
      }
    >
      {client === null ? (
        <Muted>The client was not asked. They can decide it themselves in their room.</Muted>
      ) : (
        <Asked client={client} />
      )}
      {opened && <AskClientDialog approval={approval} tenantId={tenantId} onClose={close} />}
    </SectionCard>
  );
}

function Asked({ client: { message, askedBy, askedAt, outcome } }: { client: NonNullable<ApprovalDetails['client']> }) {
  const styles = useStyles();
  return (
    <>
      {outcome === null ? (
        <Text>
          Waiting for the client since {formatDateTime(askedAt)}, asked by {askedBy}
        </Text>
      ) : (
        <>
          <div>
            <ClientAnswer outcome={outcome} />
          </div>
          <Muted>
            Asked by {askedBy}, {formatDateTime(askedAt)}
          </Muted>
        </>
      )}
      <Text className={styles.text}>“{message}”</Text>
    </>
  );
}

function TakeBack({ approval, tenantId }: Props) {
  const queryClient = useQueryClient();
  const { submit, pending } = useAction('Not taken back', async () => {
    try {
      await call(withdrawClientQuestion, { params: { id: approval.id }, tenantId });
      showToast({ title: 'Taken back', body: 'It waits for an administrator alone.', intent: 'success' });
    } finally {
      // The client may have been faster.
      await invalidateTenant(queryClient, tenantId);
    }
  });
  return (
    <Button onClick={() => void submit()} disabledFocusable={pending}>
      {pending ? 'Taking back…' : 'Take back'}
    </Button>
  );
}
