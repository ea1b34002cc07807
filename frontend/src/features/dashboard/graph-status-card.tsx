import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { M365Status } from '@tenantry/contract/connection-status';
import type { Tenant } from '@tenantry/contract/tenants';
import type * as z from 'zod/mini';
import { TroubleActions } from '../../blocks/trouble-actions.tsx';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { m365StatusQuery } from './dashboard-queries.ts';
import { GraphBadge } from './graph-badge.tsx';
import { type GraphState, graphStateOf } from './graph-state.ts';

const GraphCredentialsDialog = onDemand(
  async () => (await import('../../blocks/graph-credentials-dialog.tsx')).GraphCredentialsDialog,
);

const useStyles = makeStyles({
  state: { display: 'grid', gap: tokens.spacingVerticalS, justifyItems: 'start' },
});

type Status = z.infer<typeof M365Status>;

const meanings: Record<GraphState, string> = {
  live: 'Scans read this tenant through Microsoft Graph.',
  mock: 'Scans read the simulator, not Microsoft.',
  missing: 'No credentials are saved for this tenant, so it cannot be scanned.',
  unconfigured: 'Credentials are saved, but Microsoft Graph cannot be reached with them.',
};

const answers = (worked: boolean | null) => (worked === null ? 'Not asked yet' : worked ? 'Accepted' : 'Refused');

/** Whether scans reach Microsoft Graph, why not, and what mends it. */
export function GraphStatusCard({ tenant }: { tenant: Tenant }) {
  const query = useQuery(m365StatusQuery(tenant.id));
  return (
    <SectionCard title="Graph API status">
      <QueryState
        // An answer that failed is not covered up by the one before it.
        query={query.isError ? { ...query, data: undefined } : query}
        loading={<SkeletonRows rows={4} size={48} label="Loading the Graph API status" />}
        errorTitle="Failed to check Graph API status"
      >
        {(status) => <GraphStatus status={status} tenant={tenant} />}
      </QueryState>
    </SectionCard>
  );
}

function GraphStatus({ status, tenant }: { status: Status; tenant: Tenant }) {
  const styles = useStyles();
  const state = graphStateOf(status);
  const { trouble, lastTokenSuccess, lastGraphCallSuccess, lastTokenRequest, tenantId } = status;
  return (
    <>
      <div className={styles.state}>
        <GraphBadge state={state} />
        <Text>{trouble === null ? meanings[state] : trouble.reason}</Text>
      </div>
      <FactGrid
        columnPx={140}
        facts={[
          ['Directory (tenant) ID', tenantId ?? 'Not known'],
          ['Token', answers(lastTokenSuccess)],
          ['Graph call', answers(lastGraphCallSuccess)],
          ['Last token request', <RelativeTime key="token" instant={lastTokenRequest} />],
        ]}
      />
      <Mending state={state} status={status} tenant={tenant} />
    </>
  );
}

/** The way out of each state that is not live. */
function Mending({ state, status, tenant }: { state: GraphState; status: Status; tenant: Tenant }) {
  const isAdmin = useHasRole('admin');
  const { opened, open, close, fallback } = useOpened<string>();
  const isWell = state === 'live' && status.trouble === null;
  if (!isAdmin) {
    return isWell || state === 'mock' ? null : <Text>Ask an administrator to look into it.</Text>;
  }
  return (
    <>
      <Row gap="S">
        {!isWell && (
          <Button ref={fallback} size="small" onClick={() => open(tenant.id)}>
            {state === 'mock' ? 'Connect Microsoft 365' : state === 'missing' ? 'Add credentials' : 'Edit credentials'}
          </Button>
        )}
        {status.trouble && <TroubleActions tenantId={tenant.id} name={tenant.name} trouble={status.trouble} />}
      </Row>
      {opened && <GraphCredentialsDialog tenantId={opened} onClose={close} />}
    </>
  );
}
