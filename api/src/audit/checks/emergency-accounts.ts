import { catalog } from './catalog.ts';
import { type Exemptions, noExemption } from './shared/check.ts';

/** An account that a customer keeps for the day when nothing else lets them in. */
export type EmergencyAccount = {
  userId: string;
  /** As Microsoft gave them when it was declared; null where that was not asked. */
  displayName: string | null;
  userPrincipalName: string | null;
  declaredBy: string;
  declaredAt: string;
  /** Why it is one, in the words of who declared it. */
  reason: string;
  /** After this instant the declaration no longer counts; null: until it is taken back. */
  expiresAt: string | null;
};

/** Whether the declaration no longer counts. */
export function isExpired({ expiresAt }: Pick<EmergencyAccount, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

/**
 * What declared emergency accounts are exempt from: being left out of Conditional Access policies and holding a role
 * permanently (Microsoft Entra, "Manage emergency access accounts"; CISA SCuBA, MS.AAD.7.4 note on emergency accounts).
 */
export function emergencyExemptions(
  accounts: readonly Pick<EmergencyAccount, 'userId' | 'expiresAt'>[],
  now: Date,
): Exemptions {
  const ids = accounts.filter((account) => !isExpired(account, now)).map((account) => account.userId);
  if (ids.length === 0) return {};
  return Object.fromEntries(catalog.map((check) => [check.id, { ...noExemption, users: ids, roleUsers: ids }]));
}
