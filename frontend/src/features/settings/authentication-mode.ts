import type { AuthSettings } from '@tenantry/contract/role-mappings';
import type * as z from 'zod/mini';

/** How people sign in as things stand, in a few words. */
export function authenticationMode({ oauthEnabled, allowLocalLogin }: z.infer<typeof AuthSettings>): string {
  if (oauthEnabled) return allowLocalLogin ? 'OAuth plus local fallback' : 'OAuth only';
  return allowLocalLogin ? 'Local only' : 'Disabled';
}
