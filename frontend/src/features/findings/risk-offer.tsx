import { Button, makeStyles, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { withdrawRiskOffer } from '@tenantry/contract/client-decisions';
import type { FindingDetails } from '@tenantry/contract/findings';
import { ClientAnswer } from '../../blocks/client-answer.tsx';
import { call } from '../../lib/api-client.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/facts.tsx';
import { Muted } from '../../ui/muted.tsx';

const useStyles = makeStyles({
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  start: { justifySelf: 'start' },
});

type Offered = FindingDetails & { riskOffer: NonNullable<FindingDetails['riskOffer']> };

/** The risk of a finding as the client was offered it, and what became of that. */
export function RiskOfferPart({ finding }: { finding: Offered }) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const { consequence, until, offeredBy, offeredAt, outcome } = finding.riskOffer;
  return (
    <Part title="Offered to the client">
      {outcome === null ? (
        <Text>
          Waiting for the client since {formatDateTime(offeredAt)}, offered by {offeredBy}, to be accepted until{' '}
          {formatDate(until)}
        </Text>
      ) : (
        <div>
          <ClientAnswer outcome={outcome} />
        </div>
      )}
      <Text className={styles.text}>“{consequence}”</Text>
      {outcome !== null && (
        <Muted>
          Offered by {offeredBy}, {formatDateTime(offeredAt)}
        </Muted>
      )}
      {isAdmin && outcome === null && <TakeBack finding={finding} />}
    </Part>
  );
}

function TakeBack({ finding: { id, tenantId, title } }: { finding: Offered }) {
  const styles = useStyles();
  const client = useQueryClient();
  const { submit, pending } = useAction('Not taken back', async () => {
    try {
      await call(withdrawRiskOffer, { params: { id }, tenantId });
      showToast({ title: 'Offer taken back', body: title, intent: 'success' });
    } finally {
      // The client may have been faster.
      await invalidateTenant(client, tenantId);
    }
  });
  return (
    <Button className={styles.start} size="small" onClick={() => void submit()} disabledFocusable={pending}>
      {pending ? 'Taking back…' : 'Take back the offer'}
    </Button>
  );
}
