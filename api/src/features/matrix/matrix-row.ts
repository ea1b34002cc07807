import { createHash } from 'node:crypto';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { FailingCause, FailingTenant, getMatrixRow, MatrixRowDetails } from '@tenantry/contract/matrix';
import { causeKey } from '../../audit/findings/finding-cause.ts';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { lookedAt } from '../../audit/findings/verdict-vector.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { AppError } from '../../http/app-error.ts';
import type { ApprovalStore } from '../../store/approvals.ts';
import type { FindingRecord, FindingStore } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { TaskStore } from '../../store/tasks.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { isColumn } from './matrix-columns.ts';
import { rowSubject } from './matrix-rows.ts';

export type RowStores = {
  tenants: Pick<TenantStore, 'ofRecords'>;
  findings: Pick<FindingStore, 'failing'>;
  approvals: Pick<ApprovalStore, 'waitingFor'>;
  tasks: Pick<TaskStore, 'underWayFor'>;
};
type Query = Parsed<typeof getMatrixRow.query>;

/** What is asked and done about a finding: about the work that mends it, or about it alone. */
type Standing = (finding: FindingRecord) => Pick<FailingTenant, 'approvalId' | 'taskId'>;

export const noSuchRow = () => new AppError('NOT_FOUND', 'There is no such check or remedy.');

/** A GUID (RFC 9562, version 8) from what makes the task one: the finding, and how many times it was opened. */
function taskKeyOf({ id, occurrence }: Pick<FindingRecord, 'id' | 'occurrence'>): string {
  const hex = createHash('sha256').update(`${id} ${occurrence}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

type Asked = { id: string; tenantId: string; remedyId: string | null; linkedFindingId: string | null };

/** By the work in a tenant, or by the finding where a person asked about one alone. */
function idsOf(records: readonly Asked[]): (finding: FindingRecord) => string | null {
  const ids = new Map(
    records.map(({ id, tenantId, remedyId, linkedFindingId }) => [
      remedyId === null ? linkedFindingId : `${tenantId} ${remedyId}`,
      id,
    ]),
  );
  return (finding) => ids.get(`${finding.tenantId} ${workOf(finding).id}`) ?? ids.get(finding.id) ?? null;
}

/** By one read of what waits and one of what is under way, over all tenants in scope. */
async function standingOf(
  { approvals, tasks }: RowStores,
  scope: Scope,
  findings: readonly FindingRecord[],
): Promise<Standing> {
  const workIds = [...new Set(findings.map((finding) => workOf(finding).id))];
  const checkIds = [...new Set(findings.map(({ checkId }) => checkId))];
  const [waiting, underWay] = await Promise.all([
    approvals.waitingFor(scope, { workIds, checkIds }),
    tasks.underWayFor(scope, { workIds, checkIds }),
  ]);
  const [approvalIdOf, taskIdOf] = [idsOf(waiting), idsOf(underWay)];
  return (finding) => ({ approvalId: approvalIdOf(finding), taskId: taskIdOf(finding) });
}

/** When the check was last looked at, where the latest audit says nothing of it: the finding stands as it was. */
function notSeenSince({ lastDetected, checkId }: FindingRecord, { audit, verdicts }: TenantRecord): string | null {
  const look = lookedAt(verdicts, checkId);
  const seenAt = look > lastDetected ? look : lastDetected;
  return audit && audit.auditedAt > seenAt ? seenAt : null;
}

function failingTenant(finding: FindingRecord, tenant: TenantRecord, standing: Standing): FailingTenant {
  const { id: findingId, tenantId, verdictStatus: status } = finding;
  const { id, title } = workOf(finding);
  return {
    tenantId,
    tenantName: tenant.name,
    findingId,
    status,
    isResolvedByHand: !isOpen(finding),
    notSeenSince: notSeenSince(finding, tenant),
    work: { id, title },
    ...standing(finding),
    taskKey: taskKeyOf(finding),
  };
}

type Failing = { finding: FindingRecord; tenant: TenantRecord };

/** Findings of one cause, as a cause of the row. */
function causeView(members: readonly [Failing, ...Failing[]], standing: Standing): FailingCause {
  const [{ finding, tenant }] = members;
  return {
    checkId: finding.checkId,
    title: finding.title,
    example: { tenantName: tenant.name, message: finding.description },
    tenants: members.map((one) => failingTenant(one.finding, one.tenant, standing)),
  };
}

/** By check and cause, tenants by name; the cause of most tenants first. */
function causesOf(failing: readonly Failing[], standing: Standing): FailingCause[] {
  const groups = new Map<string, [Failing, ...Failing[]]>();
  for (const one of failing.toSorted((a, b) => a.tenant.nameKey.localeCompare(b.tenant.nameKey))) {
    const { checkId, verdictStatus, description, evidence, affectedEntities } = one.finding;
    const key = `${checkId} ${causeKey({ verdictStatus, description, evidence, affectedEntities })}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length).map((members) => causeView(members, standing));
}

/**
 * What a row says: which tenants fail, and why, with what is asked and done about it. Reads the findings of the row's checks in
 * scope, by one query. @throws AppError NOT_FOUND
 */
export async function matrixRowOf(stores: RowStores, scope: Scope, query: Query): Promise<MatrixRowDetails> {
  const subject = rowSubject(query);
  if (!subject) throw noSuchRow();
  const { by, id, title, severity, category, checks } = subject;
  const found = await stores.findings.failing(
    scope,
    checks.map((check) => check.id),
  );
  const named = await stores.tenants.ofRecords(scope, found);
  const failing = found.flatMap((finding): Failing[] => {
    const tenant = named.get(finding.tenantId);
    return tenant && isColumn(tenant, query) ? [{ finding, tenant }] : [];
  });
  const standing = await standingOf(
    stores,
    scope,
    failing.map(({ finding }) => finding),
  );
  const [check] = checks;
  return {
    ...{ id, by, title, severity, category },
    recommendation: checks.length === 1 ? (check?.recommendation ?? '') : '',
    article: by === 'remedy' ? id : (remedyOfCheck(id)?.id ?? null),
    failing: new Set(failing.map(({ tenant }) => tenant.id)).size,
    causes: causesOf(failing, standing),
  };
}
