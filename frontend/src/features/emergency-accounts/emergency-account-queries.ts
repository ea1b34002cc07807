import { queryOptions } from '@tanstack/react-query';
import { type EmergencyAccount, listEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The declared emergency access accounts of a tenant. */
export const emergencyAccountsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('emergency-accounts', tenantId),
    queryFn: ({ signal }) => call(listEmergencyAccounts, { params: { id: tenantId }, tenantId, signal }),
  });

/** Names what is half typed in the dialog; null: for a new one. */
export const emergencyAccountDraft = (tenantId: string, declared: EmergencyAccount | null) =>
  `emergency-account:${tenantId}:${declared?.userId ?? 'new'}`;
