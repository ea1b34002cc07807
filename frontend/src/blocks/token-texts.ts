import type { Token, TokenState } from '@tenantry/contract/tokens';
import { countOf } from '../lib/format.ts';

export const tokenStateLabels: Readonly<Record<TokenState, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  ownerLeft: 'Ended: its owner left',
  groupGone: 'Ended: its group was deleted',
};

/** Which tenants a token reaches, in words. */
export function tokenReach({ scope: { kind, tenants, group } }: Token): string {
  if (group) return group.name ?? 'A group that was deleted';
  if (kind === 'all') return 'All tenants';
  const [only, ...others] = tenants;
  if (!only) return 'No tenant';
  return others.length === 0 ? only.name : countOf(tenants.length, 'tenant');
}

/** Lines of a field as a list, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
