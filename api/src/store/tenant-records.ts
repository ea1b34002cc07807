import type { Collection, Condition } from '../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../ports/record-store.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { AuditRecord } from './audits.ts';
import type { ChangeRecord } from './changes.ts';
import type { ChecklistRecord } from './checklists.ts';
import { containers } from './containers.ts';
import type { CredentialRecord } from './credentials.ts';
import type { EvidencePackRecord } from './evidence-packs.ts';
import { type FindingRecord, keyedFindings } from './findings.ts';
import type { M365UserRecord } from './m365-users.ts';
import type { MailDomainRecord } from './mail-domains.ts';
import type { ProjectPlanRecord } from './project-plans.ts';
import type { QuestionnaireAnswerRecord } from './questionnaire-answers.ts';
import type { ReportDeliveryRecord } from './report-deliveries.ts';
import type { ReportRecord } from './reports.ts';
import type { ScanRecord } from './scans.ts';
import { keyedTasks, type TaskRecord } from './tasks.ts';
import type { TenantRecord } from './tenants.ts';
import type { CompanyMatchRecord, TicketRecord } from './tickets.ts';
import type { WhatIfDraftRecord } from './what-if-drafts.ts';

/**
 * One tenant and its collections, all bound to its partition. A route that has this has no way to another tenant's records:
 * features are handed bound collections and named queries that take a scope, never the record store (.dependency-cruiser.cjs,
 * features-have-bound-records-only).
 */
export type TenantRecords = {
  tenant: TenantRecord;
  scans: Collection<ScanRecord>;
  findings: Collection<FindingRecord>;
  audits: Collection<AuditRecord>;
  approvals: Collection<ApprovalRecord>;
  changes: Collection<ChangeRecord>;
  mailDomains: Collection<MailDomainRecord>;
  tasks: Collection<TaskRecord>;
  tickets: Collection<TicketRecord>;
  /** Beside its tickets: which company it is in which ticket system. */
  companyMatches: Collection<CompanyMatchRecord>;
  projectPlans: Collection<ProjectPlanRecord>;
  checklist: Collection<ChecklistRecord>;
  questionnaireAnswers: Collection<QuestionnaireAnswerRecord>;
  whatIfDrafts: Collection<WhatIfDraftRecord>;
  reports: Collection<ReportRecord>;
  evidencePacks: Collection<EvidencePackRecord>;
  reportDeliveries: Collection<ReportDeliveryRecord>;
  credentials: Collection<CredentialRecord>;
  m365Users: Collection<M365UserRecord>;
  /** What scans left of the tenant, container by container, with what tells the simulated part of it. */
  results: readonly ScanResults[];
};

type ScanResults = { collection: Collection<{ id: string }>; simulated: readonly Condition[] };

const isSimulated: Condition = { field: 'isSimulated', op: 'eq', value: true };

/**
 * The containers in which scans leave something of a tenant, and how the simulated part of it is told. A record without a
 * mark of its own exists only beside such that have one, so that all of them go. A new container of results belongs here.
 */
const resultContainers: readonly { container: ContainerDefinition; simulated: readonly Condition[] }[] = [
  { container: containers.approvals, simulated: [] },
  { container: containers.changes, simulated: [isSimulated] },
  { container: containers.mailDomains, simulated: [isSimulated] },
  { container: containers.tasks, simulated: [isSimulated] },
  { container: containers.tickets, simulated: [isSimulated] },
  { container: containers.projectPlans, simulated: [isSimulated] },
  { container: containers.manualChecklists, simulated: [isSimulated] },
  { container: containers.questionnaireAnswers, simulated: [isSimulated] },
  { container: containers.whatIfDrafts, simulated: [isSimulated] },
  { container: containers.reports, simulated: [isSimulated] },
  { container: containers.evidencePacks, simulated: [isSimulated] },
  { container: containers.reportDeliveries, simulated: [isSimulated] },
  { container: containers.auditResults, simulated: [] },
  { container: containers.findings, simulated: [isSimulated] },
  { container: containers.scanLogs, simulated: [{ field: 'scanType', op: 'eq', value: 'simulated' }] },
  { container: containers.m365Users, simulated: [isSimulated] },
  { container: containers.oauthHealth, simulated: [isSimulated] },
];

/** Called by the store of tenants alone, which has compared the scope. */
export function tenantRecords(records: RecordStore, tenant: TenantRecord): TenantRecords {
  const bound = <T extends { id: string }>(container: ContainerDefinition): Collection<T> =>
    records.partition(container, tenant.id);
  return {
    tenant,
    scans: bound(containers.scanLogs),
    findings: keyedFindings(bound(containers.findings)),
    audits: bound(containers.auditResults),
    approvals: bound(containers.approvals),
    changes: bound(containers.changes),
    mailDomains: bound(containers.mailDomains),
    tasks: keyedTasks(bound(containers.tasks)),
    tickets: bound(containers.tickets),
    companyMatches: bound(containers.tickets),
    projectPlans: bound(containers.projectPlans),
    checklist: bound(containers.manualChecklists),
    questionnaireAnswers: bound(containers.questionnaireAnswers),
    whatIfDrafts: bound(containers.whatIfDrafts),
    reports: bound(containers.reports),
    evidencePacks: bound(containers.evidencePacks),
    reportDeliveries: bound(containers.reportDeliveries),
    credentials: bound(containers.graphCredentials),
    m365Users: bound(containers.m365Users),
    results: resultContainers.map(({ container, simulated }) => ({ collection: bound(container), simulated })),
  };
}
