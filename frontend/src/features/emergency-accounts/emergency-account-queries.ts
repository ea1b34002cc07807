import { type EmergencyAccount, listEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The declared emergency access accounts of a tenant. */
export const emergencyAccountsQuery = (tenantId: string) =>
  callQuery(queryKey('emergency-accounts', tenantId), listEmergencyAccounts, { params: { id: tenantId }, tenantId });

/** Names what is half typed in the dialog; null: for a new one. */
export const emergencyAccountDraft = (tenantId: string, declared: EmergencyAccount | null) =>
  `emergency-account:${tenantId}:${declared?.userId ?? 'new'}`;
