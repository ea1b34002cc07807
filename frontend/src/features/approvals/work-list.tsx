import { Button } from '@fluentui/react-components';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { useQuery } from '@tanstack/react-query';
import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import type { ApprovalRule } from '@tenantry/contract/approval-rules';
import type { Decision } from '@tenantry/contract/approvals';
import { useState } from 'react';
import { type WorkFilters as Filters, waitingWorkQuery } from '../../blocks/waiting-work-query.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { approvalTotalsQuery } from './approval-queries.ts';
import { ApprovalTotals } from './approval-totals.tsx';
import type { ApprovalsAddress, ChangeAddress, WorkOrder } from './approvals-address.ts';
import { NotDecided } from './not-decided.tsx';
import type { DecisionAnswer, LeftRequest } from './use-decide-work.ts';
import { ViewSwitch } from './view-switch.tsx';
import type { WorkDecision } from './work-decision.ts';
import { WorkFilters } from './work-filters.tsx';
import { WorkRow } from './work-row.tsx';

const WorkTenants = onDemand(async () => (await import('./work-tenants.tsx')).WorkTenants);
const DecideWorkDialog = onDemand(async () => (await import('./decide-work-dialog.tsx')).DecideWorkDialog);
const RuleDialog = onDemand(async () => (await import('./rule-dialog.tsx')).RuleDialog);
const DecisionRunNotice = onDemand(async () => (await import('./decision-run-notice.tsx')).DecisionRunNotice);

type Props = { address: ApprovalsAddress; onChange: ChangeAddress };
type Rule = { work: WaitingWork; action: ApprovalRule['action'] };

/** What waits for a decision by remedy, in the order in which to do it, each with its tenants beneath. */
export function WorkList({ address, onChange }: Props) {
  const { search, tenantId, groupId, priority, olderThanDays, remedyId, sort, run } = address;
  const filters: Filters = { tenantId, groupId, priority, olderThanDays };
  const query = useQuery(waitingWorkQuery({ search, ...filters }));
  const totals = useQuery(approvalTotalsQuery());
  const decision = useOpened<WorkDecision, HTMLDivElement>();
  const rule = useOpened<Rule>();
  const [left, setLeft] = useState<readonly LeftRequest[]>([]);
  const isFiltered = [search, tenantId, groupId, priority, olderThanDays, remedyId].some(
    (value) => value !== undefined,
  );
  const finish = (answer: DecisionAnswer | null) => {
    decision.close();
    if (answer === null) return;
    // What was pressed goes away with what it did.
    decision.fallback.current?.focus();
    setLeft(answer.left);
    if (answer.runId !== null) onChange({ run: answer.runId });
  };
  return (
    <>
      <ApprovalTotals totals={totals.data?.summary} isLoading={totals.isPending} hasFailed={totals.isError} />
      {run !== undefined && <DecisionRunNotice key={run} runId={run} onDismiss={() => onChange({ run: undefined })} />}
      <ListCard label="Approvals by remedy" ref={decision.fallback}>
        <ViewSwitch address={address} />
        <WorkFilters
          address={address}
          work={query.data?.items ?? []}
          isFiltered={isFiltered}
          onChange={onChange}
          onClear={() => onChange(noFilters)}
        />
        <NotDecided requests={left} onDismiss={() => setLeft([])} />
        <QueryState
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading what waits" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={(data) => shownOf(data.items, remedyId, sort).length === 0}
          empty={<NothingWaits isFiltered={isFiltered} onClear={() => onChange(noFilters)} />}
        >
          {(data) => (
            <Rows
              key={remedyId}
              work={shownOf(data.items, remedyId, sort)}
              firstOpen={remedyId}
              filters={filters}
              onDecide={decision.open}
              onRule={rule.open}
            />
          )}
        </QueryState>
        {typeof query.data?.others === 'number' && <Others count={query.data.others} />}
      </ListCard>
      {decision.opened && <DecideWorkDialog asked={decision.opened} onClose={finish} />}
      {rule.opened && <RuleDialog {...rule.opened} onClose={rule.close} />}
    </>
  );
}

const noFilters = {
  search: undefined,
  tenantId: undefined,
  groupId: undefined,
  priority: undefined,
  olderThanDays: undefined,
  remedyId: undefined,
};

const orders: Record<Exclude<WorkOrder, 'first'>, (a: WaitingWork, b: WaitingWork) => number> = {
  tenants: (a, b) => b.waiting - a.waiting,
  oldest: (a, b) => a.waitingSince.localeCompare(b.waitingSince),
  title: (a, b) => a.title.localeCompare(b.title),
};

/** As the server has it, in the order in which to do it; else as it was asked for. */
function shownOf(work: readonly WaitingWork[], remedyId: string | undefined, order: WorkOrder = 'first') {
  const wanted = remedyId === undefined ? work : work.filter((one) => one.remedyId === remedyId);
  return order === 'first' ? wanted : wanted.toSorted(orders[order]);
}

type RowsProps = {
  work: readonly WaitingWork[];
  firstOpen: string | undefined;
  filters: Filters;
  onDecide: (decision: WorkDecision) => void;
  onRule: (rule: Rule) => void;
};

function Rows({ work, firstOpen, filters, onDecide, onRule }: RowsProps) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set(firstOpen === undefined ? [] : [firstOpen]));
  const toggle = (id: string) =>
    setOpenIds(new Set(openIds.has(id) ? [...openIds].filter((open) => open !== id) : [...openIds, id]));
  return (
    <PlainList as="ol" aria-label="What waits for a decision">
      {work.map((one) => (
        <WorkRow
          key={one.remedyId}
          work={one}
          isOpen={openIds.has(one.remedyId)}
          onToggle={() => toggle(one.remedyId)}
          onDecide={(decision) => onDecide({ decision, work: one, of: { filter: filters, waiting: one.waiting } })}
          onRule={(action) => onRule({ work: one, action })}
        >
          <WorkTenants
            work={one}
            filters={filters}
            onDecide={(decision: Decision, approvals) => onDecide({ decision, work: one, of: { approvals } })}
          />
        </WorkRow>
      ))}
    </PlainList>
  );
}

function NothingWaits({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No approvals match these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
        headingLevel="h2"
      />
    );
  }
  return (
    <EmptyState
      icon={<ClipboardCheckmarkRegular />}
      title="Nothing waits for a decision"
      body="A scan asks once for each remedy that it finds needed. What was decided is under All approvals."
      actions={<LinkButton to={`${paths.adminApprovals}?view=list`}>All approvals</LinkButton>}
      headingLevel="h2"
    />
  );
}

/** Requests that are of no remedy: this view does not have them. */
function Others({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Hint>
      {formatNumber(count)} more {count === 1 ? 'request waits' : 'requests wait'} beside these, of people or of earlier
      versions: <TextLink to={`${paths.adminApprovals}?status=pending`}>All pending approvals</TextLink>
    </Hint>
  );
}
