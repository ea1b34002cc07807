import type { AuditCategoryKey } from '@tenantry/contract/managed-audits';

const shownLength = 8;

/** The first characters of what tells an audit from others: its id begins with its organization's. */
export const shortAuditId = (id: string): string => `${id.slice(id.indexOf('_audit-') + 7).slice(0, shownLength)}…`;

/** A category as words: `mailFlowConfiguration` is 'Mail Flow Configuration'. */
export function categoryName(key: AuditCategoryKey): string {
  const [first = '', ...rest] = key.split(/(?=[A-Z])/);
  const name = first === 'mfa' ? 'MFA' : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
  return [name, ...rest].join(' ');
}
