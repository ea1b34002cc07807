import type { Verdict } from '@tenantry/contract/verdicts';
import type { Person } from '../../audit/checks/conditional-access/mfa-of-user.ts';
import type { AuditedFacts } from '../../store/audited-facts.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** An enabled account, or one of which that is not known. */
export type DirectoryAccount = Person & { name: string; upn: string | null };

/** What a draft is judged over. */
export type Judged = {
  kept: AuditedFacts;
  /** Of the audit of the same scan: checks that no policy changes count with what they said there. */
  verdicts: readonly Verdict[];
  tenant: Pick<TenantRecord, 'emergencyAccounts'>;
  accounts: readonly DirectoryAccount[];
  /** Whether `accounts` are all that the directory has, by its last synchronization. */
  isWholeDirectory: boolean;
  /** Lower-case ids of accounts that are known to be disabled. */
  disabled: ReadonlySet<string>;
};
