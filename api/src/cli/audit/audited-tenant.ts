import { cleanText } from '@tenantry/contract/text';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { booleanAt, objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import type { AuditedTenant } from './audit-result.ts';

/**
 * The organization as its directory says; a name or domain that could not be read is what was asked for.
 * @param known its directory id, and the domain or id that was typed
 */
export function auditedTenant(
  facts: Facts,
  { id, asked }: { id: string; asked: string },
  isSimulated: boolean,
): AuditedTenant {
  const [organization] = factOf(facts, 'organization') ?? [];
  const domains = objectsAt(organization, 'verifiedDomains');
  const usual = domains.find((domain) => booleanAt(domain, 'isDefault') === true);
  return {
    id,
    name: cleanText(textAt(organization, 'displayName') ?? '') || asked,
    domain: cleanText(textAt(usual, 'name') ?? '') || asked,
    isSimulated,
  };
}
