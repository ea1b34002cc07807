import { type Audit, type CategoryResult, getLatestAudit } from '@tenantry/contract/audits';
import { TenantId } from '@tenantry/contract/ids';
import { Category } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import type { InProcessCalls } from '../../http/in-process.ts';
import type { McpContent, McpObject, McpResource, McpResourceTemplate } from '../../ports/mcp.ts';
import { bytesOf, firstOf } from './bounds.ts';
import { redacted } from './redacted.ts';
import { dataNotice } from './tenant-text.ts';

/** As a resource is handed to a model whole, it is no longer than this. */
const maxSnapshotBytes = 200_000;
const most = { affected: 10, evidence: 5 } as const;
const json = 'application/json';

const snapshotUri = (tenantId: string): string => `tenantry://tenants/${tenantId}/snapshot`;

export const snapshotTemplate: McpResourceTemplate = {
  uriTemplate: 'tenantry://tenants/{tenantId}/snapshot{?redacted,category}',
  name: 'tenant-snapshot',
  title: 'Snapshot of a tenant',
  description:
    'What the latest audit of a tenant found: score, coverage, data sources and the verdict of each check with its evidence. redacted=true replaces everything that says whose it is; category narrows it to one area.',
  mimeType: json,
};

/** A tenant's snapshot as a resource. Its texts name no tenant: list_tenants tells which id is whose. */
export const snapshotResource = (tenantId: string): McpResource => ({
  uri: snapshotUri(tenantId),
  name: `tenant-snapshot-${tenantId}`,
  title: `Snapshot of tenant ${tenantId}`,
  description: 'What its latest audit found. With ?redacted=true nothing in it says whose it is',
  mimeType: json,
});

const address = /^tenantry:\/\/tenants\/([^/?#]+)\/snapshot(?:\?([^#]*))?$/;
const Query = z.strictObject({
  redacted: z._default(z.enum(['true', 'false']), 'false'),
  category: z.optional(Category),
});

/** What an address asks for; null where it is none of ours. */
function askedOf(uri: string): ({ tenantId: string } & z.infer<typeof Query>) | null {
  const [, named, query = ''] = address.exec(uri) ?? [];
  const given = [...new URLSearchParams(query)];
  if (new Set(given.map(([name]) => name)).size !== given.length) return null;
  const tenantId = z.safeParse(TenantId, named);
  const parsed = z.safeParse(Query, Object.fromEntries(given));
  return tenantId.success && parsed.success ? { tenantId: tenantId.data, ...parsed.data } : null;
}

function verdictOf(verdict: CategoryResult['verdicts'][number], category: Category): McpObject {
  const affected = firstOf(verdict.affected, most.affected);
  const evidence = firstOf(verdict.evidence, most.evidence);
  return {
    ...verdict,
    category,
    affected: affected.items,
    moreAffected: verdict.affectedCount - affected.items.length,
    evidence: evidence.items,
    moreEvidence: evidence.more,
  };
}

/** As many verdicts as fit, with how many do not. */
function fitting(verdicts: readonly McpObject[], used: number): { verdicts: McpObject[]; leftOut: McpObject | null } {
  const kept: McpObject[] = [];
  let bytes = used;
  for (const verdict of verdicts) {
    bytes += bytesOf(verdict) + 1;
    if (bytes > maxSnapshotBytes) break;
    kept.push(verdict);
  }
  const rows = verdicts.length - kept.length;
  const say = 'Ask for one area at a time, such as ?category=mfa.';
  return { verdicts: kept, leftOut: rows === 0 ? null : { rows, say } };
}

function viewOf(audit: Audit, category: Category | undefined): McpObject {
  const { tenantId, tenantName, auditTimestamp, isSimulated, isSample, reason, trouble, overallScore } = audit;
  const { overallStatus, overallStatusUnknownBecause, coverage, sources, userCount, criticalIssues } = audit;
  const beside = {
    tenant: { id: tenantId, name: tenantName },
    auditedAt: auditTimestamp,
    isSimulated,
    isSample,
    reason,
    trouble,
    score: overallScore,
    status: overallStatus,
    statusUnknownBecause: overallStatusUnknownBecause,
    coverage,
    sources,
    userCount,
    criticalIssues,
    datasets: audit.datasets.map(({ grantUrl: _page, ...dataset }) => dataset),
  };
  const verdicts = Object.values(audit.categories ?? {})
    .filter((area) => category === undefined || area.category === category)
    .flatMap((area) => area.verdicts.map((verdict) => verdictOf(verdict, area.category)));
  return { ...beside, ...fitting(verdicts, bytesOf(beside)) };
}

/**
 * The snapshot of the tenant that an address names; null where it is no such address, or the tenant is none that the caller sees.
 * @param calls whose answers have their marks already
 */
export async function readSnapshot(uri: string, calls: InProcessCalls): Promise<McpContent | null> {
  const asked = askedOf(uri);
  if (asked === null) return null;
  const answer = await calls(getLatestAudit, { tenantId: asked.tenantId });
  if (!answer.ok) return null;
  const view = viewOf(answer.value, asked.category);
  const text = JSON.stringify(
    asked.redacted === 'true' ? { isRedacted: true, ...redacted(view) } : { about: dataNotice, ...view },
  );
  return { mimeType: json, text };
}
