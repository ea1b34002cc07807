import {
  decideApprovals,
  getDecisionRun,
  listApprovalAssignees,
  listWaitingWork,
} from '@tenantry/contract/approval-decisions';
import {
  approve,
  changeApproval,
  deny,
  getApproval,
  listApprovals,
  listOwnRequests,
  requestApproval,
} from '@tenantry/contract/approvals';
import { answerAskedApproval, askClient, withdrawClientQuestion } from '@tenantry/contract/client-decisions';
import type { ApprovalDecisions, ApprovalPlace } from '../../domain/approvals/decide-approval.ts';
import { approvalsOfFinding, approvalsOfRemedy } from '../../domain/approvals/finding-approvals.ts';
import { providerName } from '../../domain/settings/report-settings.ts';
import { assigneeList } from '../../domain/tasks/assignee-list.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { ApprovalRecord, ApprovalStore } from '../../store/approvals.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserStore } from '../../store/users.ts';
import { type ApprovalService, approvalNotFound } from './approval-service.ts';
import { approvalView, historyOf, namesFor } from './approval-view.ts';
import { answer, ask, withdraw } from './client-approvals.ts';
import type { ApprovalRequests } from './request-approval.ts';
import { waitedSince, waitingWork } from './waiting-work.ts';

type Dependencies = {
  approvals: ApprovalStore;
  tenants: TenantStore;
  users: Pick<UserStore, 'workersWithin'>;
  clock: Clock;
  approvalDecisions: ApprovalDecisions;
  approvalService: ApprovalService;
  approvalRequests: ApprovalRequests;
  trail: Trail;
  queue: WorkQueue;
  systemConfig: Pick<SystemConfigStore, 'reportSettings'>;
  /** The provider's name by the installation's settings. */
  organizationName: string | null;
};

const wireStatus = {
  OPEN: 'unresolved',
  IN_PROGRESS: 'in-progress',
  ACCEPTED: 'accepted',
  RESOLVED: 'resolved',
} as const;

async function findingOf(place: ApprovalPlace, { linkedFindingId }: ApprovalRecord) {
  const stored = place && linkedFindingId && (await place.findings.get(linkedFindingId));
  if (!stored) return null;
  const { id, title, status, lastDetected } = stored.value;
  return { id, title, status: wireStatus[status], lastDetected };
}

/** Of the same work, or of the same finding. */
async function othersOf(place: ApprovalPlace, { id, linkedFindingId, remedyId }: ApprovalRecord) {
  if (place === null || linkedFindingId === null) return [];
  const others = await (remedyId === null
    ? approvalsOfFinding(place.approvals, linkedFindingId)
    : approvalsOfRemedy(place.approvals, remedyId));
  return others
    .filter((one) => one.id !== id)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .map(({ id: otherId, status, createdAt, approvedBy }) => ({
      id: otherId,
      status,
      requestedAt: createdAt,
      approvedBy,
    }));
}

async function taskOfApproval(place: ApprovalPlace, record: ApprovalRecord) {
  const { taskId } = record;
  const task = place && taskId && (await place.tasks.get(taskId));
  return task ? { id: task.value.id, title: task.value.title, status: task.value.status } : null;
}

/** Approvals: listed, decided and asked for. */
export function approvalRoutes(dependencies: Dependencies): Route[] {
  const { approvals, tenants, users, clock, approvalDecisions, approvalService, approvalRequests } = dependencies;
  const { systemConfig, organizationName } = dependencies;

  const viewOf = async ({ scope }: Caller, record: ApprovalRecord) =>
    approvalView(record, await namesFor(tenants, scope, [record]));

  return [
    callerRoute(listApprovals, async ({ caller: { scope }, query }) => {
      const { olderThanDays, ...filters } = query;
      const page = await approvals.page(scope, { ...filters, before: waitedSince(olderThanDays, clock) });
      const names = await namesFor(tenants, scope, page.items);
      return { ...page, items: page.items.map((record) => approvalView(record, names)) };
    }),

    callerRoute(getApproval, async ({ caller, tenant, params }) => {
      const record = (await approvalDecisions.collectionOf(tenant).get(params.id))?.value;
      if (!record) throw approvalNotFound();
      return {
        ...(await viewOf(caller, record)),
        finding: await findingOf(tenant, record),
        task: await taskOfApproval(tenant, record),
        others: await othersOf(tenant, record),
        history: historyOf(record),
      };
    }),

    callerRoute(approve, async ({ caller, tenant, params, body }) => {
      const change = { status: 'approved', notes: body.comment } as const;
      return viewOf(caller, await approvalService.change(caller, tenant, params.id, change));
    }),

    callerRoute(deny, async ({ caller, tenant, params, body }) => {
      const change = { status: 'denied', notes: body.comment } as const;
      return viewOf(caller, await approvalService.change(caller, tenant, params.id, change));
    }),

    callerRoute(changeApproval, async ({ caller, tenant, params, body }) => {
      const change = { status: body.status, notes: body.reviewNotes };
      return viewOf(caller, await approvalService.change(caller, tenant, params.id, change));
    }),

    callerRoute(decideApprovals, async ({ caller, body }) => {
      const { results, run } = await approvalService.decideMany(caller, body);
      const view = await approvalService.runView(caller.scope, run);
      const answer = { decided: run.decided, results, run: view };
      return run.endedAt === null ? Reply.json(answer, { status: 202 }) : answer;
    }),

    callerRoute(getDecisionRun, ({ caller, params }) => approvalService.runOf(caller, params.runId)),

    callerRoute(listWaitingWork, ({ caller, query }) => waitingWork(dependencies, caller.scope, query)),

    callerRoute(listApprovalAssignees, ({ caller, query }) => assigneeList(users.workersWithin(caller.scope), query)),

    callerRoute(requestApproval, async ({ caller, tenant, body }) =>
      viewOf(caller, await approvalRequests.request(caller, tenant, body)),
    ),

    tenantRoute(askClient, ({ tenant, params, body, caller }) =>
      ask(dependencies, tenant, params.id, body.message, caller),
    ),
    tenantRoute(withdrawClientQuestion, ({ tenant, params, caller }) =>
      withdraw(dependencies, tenant, params.id, caller),
    ),
    tenantRoute(answerAskedApproval, async ({ tenant, params, body, caller }) => {
      const provider = await providerName(systemConfig, organizationName);
      return answer(dependencies, tenant, params.id, body, { caller, provider });
    }),

    callerRoute(listOwnRequests, async ({ caller, query }) => {
      const page = await approvals.requestedBy(caller.userId, caller.scope, query);
      const names = await namesFor(tenants, caller.scope, page.items);
      return { ...page, items: page.items.map((record) => approvalView(record, names)) };
    }),
  ];
}
