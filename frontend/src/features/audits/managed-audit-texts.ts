import type { AuditCategoryKey } from '@tenantry/contract/managed-audits';

/** A category as words: `mailFlowConfiguration` is 'Mail Flow Configuration'. */
export function categoryName(key: AuditCategoryKey): string {
  const [first = '', ...rest] = key.split(/(?=[A-Z])/);
  const name = first === 'mfa' ? 'MFA' : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
  return [name, ...rest].join(' ');
}
