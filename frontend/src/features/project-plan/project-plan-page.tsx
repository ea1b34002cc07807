import { Button } from '@fluentui/react-components';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { useQuery } from '@tanstack/react-query';
import type { ProjectPlan } from '@tenantry/contract/project-plan';
import { type MadePlan, madePlanText } from '../../blocks/use-make-plan.ts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PlanPhaseCard } from './plan-phase-card.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { projectPlanQuery } from './project-plan-queries.ts';

const PlanDialog = onDemand(async () => (await import('../../blocks/plan-dialog.tsx')).PlanDialog);

/** What is to be done for the selected tenant, in which order, and what it takes. */
export function ProjectPlanPage() {
  const { id: tenantId } = useSelectedTenant();
  const query = useQuery(projectPlanQuery(tenantId));
  const isTechnician = useHasRole('technician');
  const plan = query.data;
  return (
    <PageShell
      title="Project Plan"
      subtitle={
        plan && plan.auditedAt !== null
          ? `From the audit of ${formatDateTime(plan.auditedAt)}`
          : 'Remediation work by phase, with hours and price'
      }
      actions={
        plan && plan.planId !== null ? (
          <>
            <LinkButton to={paths.tasks}>Task Center</LinkButton>
            {isTechnician && <UpdatePlan tenantId={tenantId} />}
          </>
        ) : undefined
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading the project plan"
        errorTitle="Failed to load project plan"
        isEmpty={({ items }) => items.length === 0}
        empty={<NoItems reason={plan?.reason ?? null} />}
      >
        {(shown) => <Plan plan={shown} />}
      </QueryState>
    </PageShell>
  );
}

function Plan({ plan }: { plan: ProjectPlan }) {
  return (
    <>
      <PlanNotices plan={plan} />
      <PlanSummary plan={plan} />
      {plan.phases.map((phase) => (
        <PlanPhaseCard
          key={phase.phase}
          phase={phase}
          items={plan.items.filter((item) => item.phase === phase.phase)}
        />
      ))}
    </>
  );
}

function PlanNotices({ plan: { hasNewerAudit, items } }: { plan: ProjectPlan }) {
  const isAdmin = useHasRole('admin');
  const waiting = items.filter(({ approvalStatus }) => approvalStatus === 'pending').length;
  return (
    <>
      {hasNewerAudit && (
        <Notice intent="info">There is a newer audit. Update the plan to take in what it found.</Notice>
      )}
      {waiting > 0 && (
        <Notice intent="warning">
          {countOf(waiting, 'task waits', 'tasks wait')} for the approval of an administrator.{' '}
          {isAdmin && <TextLink to={`${paths.adminApprovals}?status=pending`}>Decide approvals</TextLink>}
        </Notice>
      )}
    </>
  );
}

function UpdatePlan({ tenantId }: { tenantId: string }) {
  const { opened, open, close, fallback } = useOpened<string>();
  const tell = (made: MadePlan) =>
    showToast({ title: 'Project Plan Updated', body: madePlanText(made), intent: 'success' });
  return (
    <>
      <Button ref={fallback} appearance="primary" onClick={() => open(tenantId)}>
        Update plan
      </Button>
      {opened && (
        <PlanDialog
          title="Update plan"
          submitLabel="Update"
          submittingLabel="Updating…"
          tenantId={opened}
          onMade={tell}
          onClose={close}
        >
          The plan takes in what the latest audit found. Tasks that are there already stay.
        </PlanDialog>
      )}
    </>
  );
}

function NoItems({ reason }: { reason: string | null }) {
  const isTechnician = useHasRole('technician');
  return (
    <EmptyState
      icon={<ClipboardTaskListLtrRegular />}
      title="No remediation items yet"
      body={reason ?? 'Nothing is open: the latest audit asks for no work.'}
      actions={isTechnician && <LinkButton to={paths.dashboard}>Start Assessment</LinkButton>}
      headingLevel="h2"
    />
  );
}
