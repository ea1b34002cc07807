import { flagIn } from '../../audit/facts/configuration-properties.ts';
import { type Facts, factOf, failureOfDataset } from '../../audit/facts/facts.ts';
import { enumAt, objectsAt } from '../../audit/facts/json-reader.ts';
import type { AuditRecord } from '../../store/audits.ts';

type Unaudited = NonNullable<AuditRecord['data']['unauditedMailboxes']>;

/** Service plans that come with a mailbox begin so; EXCHANGE_S_FOUNDATION is Exchange without one. */
const isMailboxPlan = (plan: string) => plan.startsWith('exchange_s_') && plan !== 'exchange_s_foundation';

/** How many mailboxes there are: accounts with a product that has one, and shared mailboxes. Null where that is not known of all. */
function mailboxCount(facts: Facts): number | null {
  const [users, skus, shared] = [
    factOf(facts, 'users'),
    factOf(facts, 'subscribedSkus'),
    factOf(facts, 'sharedMailboxes'),
  ];
  const licenses = users?.licenses;
  if (!users || !skus || !shared || licenses?.length !== users.total) return null;
  const withMailbox = new Set(
    skus
      .filter((sku) =>
        objectsAt(sku, 'servicePlans').some((plan) => isMailboxPlan(enumAt(plan, 'servicePlanName') ?? '')),
      )
      .map((sku) => enumAt(sku, 'skuId') ?? ''),
  );
  const licensed = licenses.filter(([, skuIds]) => skuIds.some((id) => withMailbox.has(id))).length;
  return licensed + shared.length;
}

/**
 * Mailboxes whose actions are not logged: none where auditing is on for the tenant, all of them where it is off
 * (Microsoft Purview, "Manage mailbox auditing": the tenant's setting is stronger than a mailbox's own). Accounts that
 * bypass auditing cannot be seen through Microsoft Graph.
 */
export function unauditedMailboxes(facts: Facts): Unaudited {
  const config = factOf(facts, 'exchangeOrganizationConfig');
  if (config === undefined) {
    const failure = failureOfDataset(facts.exchangeOrganizationConfig);
    return { count: null, because: failure?.message ?? 'The settings of Exchange Online were not collected.' };
  }
  const states = config.map((one) => flagIn(one, 'AuditDisabled'));
  if (states.includes(true)) {
    const count = mailboxCount(facts);
    const because = 'Mailbox auditing is off for the whole organization. How many mailboxes it has is not known.';
    return { count, because: count === null ? because : null };
  }
  return states.length > 0 && states.every((state) => state === false)
    ? { count: 0, because: null }
    : { count: null, because: 'Microsoft’s snapshot does not say whether mailbox auditing is on.' };
}
