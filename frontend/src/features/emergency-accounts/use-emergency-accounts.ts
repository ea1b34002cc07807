import { useQueryClient } from '@tanstack/react-query';
import {
  changeEmergencyAccount,
  declareEmergencyAccount,
  type EmergencyAccount,
  type EmergencyAccounts,
  removeEmergencyAccount,
} from '@tenantry/contract/emergency-accounts';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { emergencyAccountsQuery } from './emergency-account-queries.ts';

type Declaration = { reason: string; expiresAt: string };

/** What an account is called where it is listed: Microsoft's name for it where that was asked. */
export const accountName = ({ displayName, userPrincipalName, userId }: EmergencyAccount) =>
  displayName ?? userPrincipalName ?? userId;

/** Declares accounts, changes and removes declarations. Errors are for the form that asked. */
export function useEmergencyAccounts(tenantId: string) {
  const client = useQueryClient();
  const done = (accounts: z.infer<typeof EmergencyAccounts>, title: string, body: string) => {
    client.setQueryData(emergencyAccountsQuery(tenantId).queryKey, accounts);
    showToast({ title, body, intent: 'success' });
  };
  return {
    async declare(body: Declaration & { account: string }): Promise<void> {
      done(
        await call(declareEmergencyAccount, { params: { id: tenantId }, body, tenantId }),
        'Account Declared',
        body.account,
      );
    },
    async change(account: EmergencyAccount, body: Declaration): Promise<void> {
      const params = { id: tenantId, userId: account.userId };
      done(await call(changeEmergencyAccount, { params, body, tenantId }), 'Declaration Changed', accountName(account));
    },
    async remove(account: EmergencyAccount): Promise<void> {
      const params = { id: tenantId, userId: account.userId };
      done(await call(removeEmergencyAccount, { params, tenantId }), 'Declaration Removed', accountName(account));
    },
  };
}
