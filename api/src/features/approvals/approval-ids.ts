import type { requestApproval } from '@tenantry/contract/approvals';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import { approvalsAbout } from '../../domain/approvals/close-settled.ts';
import { approvalsOfReport, nextApprovalId, nextPublishingId } from '../../domain/approvals/finding-approvals.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Wanted = Parsed<(typeof requestApproval)['body']>;
type Subject = Pick<ApprovalRecord, 'tenantId'> & Partial<Pick<ApprovalRecord, 'auditId'>>;

/** About a finding one request at a time, and none where its task is there. The same one sent again is that one. */
async function idOfFinding(
  caller: Pick<Caller, 'userId'>,
  tenant: TenantRecords | null,
  finding: FindingRecord,
  { reason }: Wanted,
): Promise<string> {
  const about = tenant ? await approvalsAbout(tenant, finding) : [];
  const settled = about.find(({ status }) => status === 'pending' || status === 'approved');
  if (settled?.status === 'pending') {
    if (settled.requestedById === caller.userId && settled.description === reason) return settled.id;
    throw new AppError('CONFLICT', 'An approval for this finding is pending already.');
  }
  if (settled) throw new AppError('CONFLICT', 'This finding was approved already: it has a task.');
  const before = about.filter(({ remedyId }) => remedyId === null);
  return nextApprovalId(finding, before);
}

/** To publish a report one request at a time, and none once it was approved. The same one sent again is that one. */
async function idToPublish(
  caller: Pick<Caller, 'userId'>,
  { approvals: ofTenant }: TenantRecords,
  auditId: string,
  { reason }: Wanted,
): Promise<string> {
  const before = await approvalsOfReport(ofTenant, auditId);
  const settled = before.find(({ status }) => status === 'pending' || status === 'approved');
  if (!settled) return nextPublishingId(auditId, before);
  if (settled.status === 'approved') {
    throw new AppError('CONFLICT', 'Publishing this report was approved already.');
  }
  if (settled.requestedById === caller.userId && settled.description === reason) return settled.id;
  throw new AppError(
    'CONFLICT',
    `${settled.requestedBy} has asked to publish this report already. It waits for a decision.`,
  );
}

/** The id of a request: derived where two must not be asked for at once, else by the caller's key. @throws AppError CONFLICT */
export async function approvalIdFor(
  caller: Pick<Caller, 'userId'>,
  tenant: TenantRecords | null,
  { subject, finding }: { subject: Subject; finding: FindingRecord | null },
  wanted: Wanted,
): Promise<string> {
  if (finding) return idOfFinding(caller, tenant, finding, wanted);
  if (tenant && wanted.type === 'audit_publish' && subject.auditId) {
    return idToPublish(caller, tenant, subject.auditId, wanted);
  }
  return tenantRecordId(subject.tenantId, `a-${wanted.key ?? crypto.randomUUID()}`);
}
