import type { SessionUser } from '@tenantry/contract/auth';
import { forgetTenant } from '../../lib/remembered-tenant.ts';
import { enterSession } from '../../lib/session.ts';
import { storageKeys, store } from '../../lib/storage.ts';

/** Takes a user who has just signed in, whoever was signed in before: neither they nor the tenant that they chose stays. */
export async function enterAnew(user: SessionUser): Promise<void> {
  store(storageKeys.user, null);
  forgetTenant();
  await enterSession(user);
}
