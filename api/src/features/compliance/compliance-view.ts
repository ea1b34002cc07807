import type {
  Compliance,
  ControlCheck,
  FrameworkCompliance,
  FrameworkId,
  FrameworkSummary,
} from '@tenantry/contract/compliance';
import { frameworkLabels } from '@tenantry/contract/labels';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Framework } from '../../audit/findings/frameworks/framework.ts';
import {
  type ControlResult,
  type FrameworkResult,
  frameworkResults,
  type ControlCheck as JudgedCheck,
} from '../../audit/findings/frameworks/framework-results.ts';
import { frameworks } from '../../audit/findings/frameworks/frameworks.ts';
import { whyNotReadable } from '../../audit/findings/frameworks/not-readable.ts';
import { articleOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { acceptanceView } from '../../domain/finding/acceptance-view.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** The unresolved finding of a check, by check id. */
export type OpenFindings = ReadonlyMap<string, Pick<FindingRecord, 'id' | 'title' | 'acceptance'>>;

const titles = new Map(catalog.map(({ id, title }) => [id, title]));

/** The title of a check: the audit's own, or the catalog's where the audit is older than the check. */
const titleOf = ({ checkId, verdict }: JudgedCheck) => verdict?.title ?? titles.get(checkId) ?? checkId;

function checkView(check: JudgedCheck, findings: OpenFindings): ControlCheck {
  const { checkId, verdict } = check;
  const finding = findings.get(checkId);
  return {
    checkId,
    title: titleOf(check),
    status: verdict?.status ?? null,
    message: verdict?.message ?? 'This check is newer than the latest audit. Run a scan.',
    finding: finding ? { id: finding.id, title: finding.title, acceptance: acceptanceView(finding) } : null,
    article: articleOfCheck(checkId),
  };
}

function controlView(
  framework: FrameworkId,
  { control, status, unknownBecause, checks }: ControlResult,
  findings: OpenFindings,
) {
  const { id, title, level, group, checkIds, coverage, because } = control;
  return {
    id,
    title,
    level,
    group,
    checksCover: checkIds.length === 0 ? null : coverage,
    status,
    notCoveredBecause: because ?? (checkIds.length === 0 ? whyNotReadable(framework, id) : null),
    unknownBecause: [...unknownBecause],
    checks: checks.map((check) => checkView(check, findings)),
  };
}

function summaryView({ framework, counts, coverage }: FrameworkResult): FrameworkSummary {
  const { id, name, version, publisher, source, mapping } = framework;
  return { id, name, shortName: frameworkLabels[id], version, publisher, source, mapping, counts, coverage };
}

function ofLatestAudit(tenant: TenantRecord, audit: AuditRecord | null) {
  return {
    tenantId: tenant.id,
    auditedAt: audit?.createdAt ?? null,
    reason: audit ? null : 'This tenant has never been scanned. Run a scan to see its compliance.',
    isSimulated: audit?.data.isSimulated ?? tenant.isMock,
  };
}

export function complianceView(tenant: TenantRecord, audit: AuditRecord | null): Compliance {
  return {
    ...ofLatestAudit(tenant, audit),
    frameworks: audit && frameworks.map((one) => summaryView(frameworkResults(one, audit.data.verdicts))),
  };
}

export function frameworkComplianceView(
  tenant: TenantRecord,
  audit: AuditRecord | null,
  framework: Framework,
  findings: OpenFindings,
): FrameworkCompliance {
  const result = audit && frameworkResults(framework, audit.data.verdicts);
  return {
    ...ofLatestAudit(tenant, audit),
    framework: result && summaryView(result),
    groups: [...framework.groups],
    controls: result?.controls.map((one) => controlView(framework.id, one, findings)) ?? null,
  };
}
