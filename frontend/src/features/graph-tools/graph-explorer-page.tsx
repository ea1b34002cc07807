import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { authStatusQuery } from '../../blocks/auth-status-query.ts';
import { ApiError } from '../../lib/api-error.ts';
import { draftOver } from '../../lib/form-drafts.ts';
import { firstByPath } from '../../lib/form-errors.ts';
import { type Draft, useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { askGraph, isTokenError } from './ask-graph.ts';
import { ConnectionLost } from './connection-lost.tsx';
import { workingTenantsQuery } from './graph-tools-queries.ts';
import { canBeAsked, type ExplorerTenants, type GraphQuestion, QueryForm } from './query-form.tsx';
import { type QueryHistoryItem, useQueryHistory } from './query-history.ts';
import { QueryResponse } from './query-response.tsx';
import { RecentQueries } from './recent-queries.tsx';

const defaultEndpoint = '/v1.0/me';
const statusPollMs = 2 * 60_000;

/** Reads Microsoft Graph by hand, for what a scan does not show. */
export function GraphExplorerPage() {
  const query = useQuery(workingTenantsQuery());
  // The shell shows what this finds; here it is polled more often, since people wait for it.
  useQuery({ ...authStatusQuery(null), refetchInterval: statusPollMs });
  return (
    <AdminPage tab="Graph explorer" subtitle="Read one path of Microsoft Graph in a connected tenant">
      <QueryState
        query={query}
        loadingLabel="Loading tenants"
        errorTitle="Unable to load Microsoft 365 data. Please reconnect tenant or check logs."
      >
        {(tenants) => <Explorer tenants={tenants} />}
      </QueryState>
    </AdminPage>
  );
}

const blank: GraphQuestion = { tenantId: '', endpoint: defaultEndpoint };
const draft: Draft<GraphQuestion> = { name: 'graph-explorer' };

function Explorer({ tenants }: { tenants: ExplorerTenants }) {
  const [question, setQuestion] = useState<GraphQuestion>(() => draftOver(draft.name, blank));
  useDraft(draft, blank, question);
  const { items, clear, shown, setShown, lostTenantId, dismiss, submit, pending, error, clearError } =
    useExplorer(tenants);
  const lost = tenants.find(({ id }) => id === lostTenantId);
  const endpointError = error instanceof ApiError ? firstByPath(error.fields).endpoint : undefined;
  return (
    <>
      {lost && <ConnectionLost tenant={{ id: lost.id, name: lost.orgName }} onDismiss={dismiss} />}
      <SectionCard title="Query">
        <QueryForm
          tenants={tenants}
          value={question}
          onChange={(value) => {
            clearError();
            setQuestion(value);
          }}
          onExecute={() => void submit({ ...question, endpoint: question.endpoint.trim() })}
          isPending={pending}
          endpointError={endpointError}
        />
        {error !== null && endpointError === undefined && <ErrorPanel error={error} />}
      </SectionCard>
      <QueryResponse
        item={shown}
        isPending={pending}
        onNextPage={(endpoint) => shown !== null && void submit({ tenantId: shown.tenantId, endpoint })}
      />
      <RecentQueries
        items={items}
        onOpen={(item) => {
          setShown(item);
          setQuestion({ tenantId: selectable(tenants, item.tenantId), endpoint: item.endpoint });
        }}
        onClear={clear}
      />
    </>
  );
}

/** A tenant may have lost its connection since it was asked. */
const selectable = (tenants: ExplorerTenants, tenantId: string) =>
  tenants.some((tenant) => tenant.id === tenantId && canBeAsked(tenant)) ? tenantId : '';

function useExplorer(tenants: ExplorerTenants) {
  const { items, add, clear } = useQueryHistory();
  const [shown, setShown] = useState<QueryHistoryItem | null>(null);
  const [lostTenantId, setLostTenantId] = useState<string | null>(null);
  const asking = useSubmit(async ({ tenantId, endpoint }: GraphQuestion) => {
    const response = await askGraph(tenantId, endpoint);
    const tenantName = tenants.find(({ id }) => id === tenantId)?.orgName ?? tenantId;
    const timestamp = new Date().toISOString();
    const item = { id: crypto.randomUUID(), timestamp, tenantId, tenantName, endpoint, response };
    add(item);
    setShown(item);
    setLostTenantId(isTokenError(response) ? tenantId : null);
  });
  return { items, clear, shown, setShown, lostTenantId, dismiss: () => setLostTenantId(null), ...asking };
}
