import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { tenantRecordId } from '@tenantry/contract/ids';
import { type DomainStanding, domainStandings } from '../../audit/checks/mail/domain-standing.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { mailDomains as namesOf } from '../../audit/facts/mail-domains.ts';
import { createOnce, every, update } from '../../ports/collection.ts';
import { type MailDomainRecord, mailDomainKeys } from '../../store/mail-domains.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Scan = { id: string; timestamp: string };

/** A name may hold what an id may not. */
const idOf = (tenantId: string, domain: string): string =>
  tenantRecordId(tenantId, `domain-${createHash('sha256').update(domain).digest('hex').slice(0, 40)}`);

function recordOf({ tenant }: TenantRecords, { wasRead: _, lost, ...standing }: DomainStanding, scan: Scan) {
  return {
    id: idOf(tenant.id, standing.domain),
    tenantId: tenant.id,
    isSimulated: tenant.isMock,
    ...standing,
    ...mailDomainKeys(standing, lost),
    scanLogId: scan.id,
    seenAt: scan.timestamp,
  } satisfies MailDomainRecord;
}

/**
 * Keeps how the mail domains of a tenant stand, by what a scan read. What it could not read, or left out, stays as it was with its
 * date; what is no longer a domain of the tenant goes. Done again for the same scan, it changes nothing.
 */
export async function keepMailDomains(tenant: TenantRecords, scan: Scan, facts: Facts): Promise<void> {
  const standings = domainStandings(facts);
  const domains = factOf(facts, 'domains');
  if (standings === null || domains === undefined) return;
  for (const standing of standings) {
    const record = recordOf(tenant, standing, scan);
    if ((await createOnce(tenant.mailDomains, record)) !== null || !standing.wasRead) continue;
    await update(tenant.mailDomains, record.id, (known) => (isDeepStrictEqual(known, record) ? known : record));
  }
  const named = new Set(namesOf(domains));
  for (const { id, domain } of await every(tenant.mailDomains)) {
    if (!named.has(domain)) await tenant.mailDomains.delete(id);
  }
}
