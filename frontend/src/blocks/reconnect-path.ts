import { startReconnect } from '@tenantry/contract/connections';
import { urlOf } from '../lib/api-client.ts';

/**
 * Where a browser goes to connect a tenant again.
 * @param email of the account that connected it last: Microsoft then asks for no other
 */
export function reconnectPath(tenantId: string, email: string | null = null): string {
  return urlOf(startReconnect, {}, { tenantId, ...(email === null ? {} : { reauth: '1', email }) });
}
