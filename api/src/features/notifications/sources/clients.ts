import type { ClientOutcome } from '@tenantry/contract/client-decisions';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import type { ApprovalRecord } from '../../../store/approvals.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TaskRecord } from '../../../store/tasks.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { eventsOf, gravityOf, type NoticeSource, named, plainEvent, recordPath, tenantPath } from './source.ts';

const outcomeWords: Partial<Record<ClientOutcome['answer'], string>> = {
  approved: 'approved',
  declined: 'declined',
  accepted: 'accepts the risk',
};

/** What a client answered; null of what somebody else did. */
function answered(
  outcome: ClientOutcome | null | undefined,
  title: string,
): Pick<NoticeEvent, 'kind' | 'title' | 'detail' | 'at'> | null {
  const did = outcome && outcomeWords[outcome.answer];
  if (!did) return null;
  const detail = outcome.comment === null ? '' : `They wrote: ${outcome.comment}`;
  return { kind: 'client-answered', title: `${outcome.by} ${did}: ${title}`, detail, at: outcome.at };
}

function ofApproval({ id, title, priority, remedyId, client }: ApprovalRecord, tenant: TenantRecord): NoticeEvent[] {
  const said = answered(client?.outcome, title);
  if (!said) return [];
  const path = tenantPath('/admin/approvals', tenant.id, { view: 'list' });
  const key = `client-answered:${id}:${said.at}`;
  return [{ ...plainEvent, ...said, key, tenant: named(tenant), gravity: priority, remedyId, path }];
}

function ofRisk({ id, title, severity, riskOffer }: FindingRecord, tenant: TenantRecord): NoticeEvent[] {
  const said = answered(riskOffer?.outcome, title);
  if (!said) return [];
  const path = recordPath('/findings', 'finding', id);
  const key = `client-answered:${id}:${said.at}`;
  return [{ ...plainEvent, ...said, key, tenant: named(tenant), gravity: gravityOf(severity), path }];
}

/** What clients answered of what they were asked: approvals, and risks that they were offered. */
export const clientAnswers: NoticeSource = {
  name: 'client-answers',
  everyMinutes: 1,
  async collect(parts, period) {
    const approvals = await parts.noticeSources.approvalsAnswered(everyTenant, period);
    const findings = await parts.noticeSources.risksAnswered(everyTenant, period);
    return [...(await eventsOf(parts, approvals, ofApproval)), ...(await eventsOf(parts, findings, ofRisk))];
  },
};

function ofQuestion({ id, title, priority, clientQuestion, createdAt }: TaskRecord, tenant: TenantRecord): NoticeEvent {
  return {
    ...plainEvent,
    key: `client-question:${id}`,
    kind: 'client-question',
    tenant: named(tenant),
    gravity: priority,
    title,
    detail: clientQuestion?.text ?? '',
    path: recordPath('/tasks', 'task', id),
    at: createdAt,
  };
}

/** What clients asked in their rooms. */
export const clientQuestions: NoticeSource = {
  name: 'client-questions',
  everyMinutes: 1,
  async collect(parts, period) {
    const tasks = await parts.noticeSources.clientQuestions(everyTenant, period);
    return eventsOf(parts, tasks, (task, tenant) => [ofQuestion(task, tenant)]);
  },
};
