import type { MailUse, MailUseAnswer } from '@tenantry/contract/mailflow';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { isKnownToHaveMx } from '../../mailflow/mx.ts';
import { isOnMicrosoft } from '../../mailflow/on-microsoft.ts';
import type { Changeable } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { askedDomain } from './asked-domain.ts';
import { verifiedDomains } from './verified-domains.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'trail' | 'clock'> & {
  tenants: Changeable<TenantRecord>;
};
type By = { username: string; name: string };

function fieldError(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: [{ path: 'domain', message }] });
}

/** What people say about the mail of domains without an MX record: page, scan and report go by it. */
export function createMailUses({ tenants, microsoft365, trail, clock }: Dependencies) {
  async function ownDomain(tenant: TenantRecords, typed: string): Promise<{ domain: string; verified: Set<string> }> {
    const domain = askedDomain(typed, 'domain');
    const verified = new Set((await verifiedDomains(microsoft365, tenant)).names);
    if (!verified.has(domain)) throw fieldError(`${domain} is not a verified domain of this tenant.`);
    if (isOnMicrosoft(domain)) throw fieldError(`Microsoft 365 sends for ${domain}: there is nothing to answer.`);
    const { m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
    const { dns } = microsoft365.mail({ entraTenantId, isSimulated });
    if (await isKnownToHaveMx(dns, domain)) throw fieldError(`${domain} has an MX record: there is nothing to answer.`);
    return { domain, verified };
  }

  return {
    /**
     * The last answer counts; the same answer again changes nothing. Answers about domains that the tenant no longer has go.
     * @throws AppError INVALID_INPUT for a domain that is not the tenant's or has MX hosts, UNAVAILABLE where its domains cannot be read
     */
    async answer(tenant: TenantRecords, typed: string, sends: MailUse, by: By): Promise<MailUseAnswer[]> {
      const { domain, verified } = await ownDomain(tenant, typed);
      const now = clock.now();
      const record = await changeAndSeal(trail, tenants, tenant.tenant.id, (current) => {
        if (current.isMock !== tenant.tenant.isMock) {
          throw new AppError(
            'CONFLICT',
            'This tenant has just switched between live and simulated data. Reload the page.',
          );
        }
        const before = current.mailUses.find((use) => use.domain === domain);
        if (before?.sends === sends) return current;
        const others = current.mailUses.filter((use) => use.domain !== domain && verified.has(use.domain));
        const answer = { domain, sends, answeredBy: by.name, answeredAt: now.toISOString() };
        const details = { domain, before: { sends: before?.sends ?? null }, after: { sends } };
        const entry = {
          eventType: 'mail_use_answered',
          user: by.username,
          target: current.name,
          tenantId: current.id,
          details,
        } as const;
        const mailUses = [...others, answer].sort((a, b) => a.domain.localeCompare(b.domain));
        return withEntry({ ...current, mailUses, updatedAt: now.toISOString() }, entry, now);
      });
      if (!record) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      return record.mailUses;
    },
  };
}

export type MailUseService = ReturnType<typeof createMailUses>;
