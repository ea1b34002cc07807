import { allItems } from '../../audit/collect/graph-answers.ts';
import { initialDomainOf, mailDomains } from '../../audit/facts/mail-domains.ts';
import { AppError } from '../../http/app-error.ts';
import { GraphError } from '../../ports/graph.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

export type VerifiedDomains = {
  names: string[];
  /** The first onmicrosoft.com name of the tenant; null where that is not known. */
  initialDomain: string | null;
  from: 'microsoft365' | 'lastScan';
  /** Why they come from the last scan; null where they were read now. */
  note: string | null;
};

/** Together with the checks this has to fit into one API call. */
const readTimeMs = 8000;

/**
 * The verified domains of a tenant: from Microsoft, and from the latest scan where Microsoft cannot be asked.
 * @throws AppError UNAVAILABLE where neither knows any
 */
export async function verifiedDomains(microsoft365: Microsoft365, tenant: TenantRecords): Promise<VerifiedDomains> {
  const { m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
  const signal = AbortSignal.timeout(readTimeMs);
  try {
    const graph = microsoft365.graph({ entraTenantId, isSimulated }, { maxWaitMs: readTimeMs, signal });
    const found = await allItems(graph, '/v1.0/domains');
    return { names: mailDomains(found), initialDomain: initialDomainOf(found), from: 'microsoft365', note: null };
  } catch (error) {
    if (!(error instanceof GraphError) && !signal.aborted) throw error;
    const why = error instanceof GraphError ? `${error.failure.code}` : 'no answer in time';
    return domainsOfLastScan(tenant, why);
  }
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** As people read it: "November 23, 2026, 02:50 UTC". */
const instantText = (instant: string): string =>
  `${day.format(new Date(instant))}, ${new Date(instant).toISOString().slice(11, 16)} UTC`;

async function domainsOfLastScan(tenant: TenantRecords, why: string): Promise<VerifiedDomains> {
  const audit = await latestAudit(tenant);
  const verdict = audit?.data.verdicts.find(({ checkId }) => checkId === 'dns.spf');
  const names = (verdict?.evidence ?? []).flatMap(({ objectId }) => objectId ?? []);
  if (!audit || names.length === 0) {
    throw new AppError(
      'UNAVAILABLE',
      `Microsoft 365 does not answer (${why}), and no scan has read the domains of this tenant. Try again later.`,
    );
  }
  const note = `Microsoft 365 does not answer (${why}). These are the domains of the scan of ${instantText(audit.createdAt)}.`;
  const initialDomain = initialDomainOf(names.map((id) => ({ id })));
  return { names, initialDomain, from: 'lastScan', note };
}
