import type { GraphError } from '../../ports/graph.ts';
import { explainAadsts } from './aadsts.ts';

/** Why Microsoft issued no token for a tenant, so that nobody can say what it has granted. */
export function whyNoToken({ failure: { code, message } }: GraphError): string {
  if (code === 'NotConnected') return 'This tenant is not connected yet.';
  if (code === 'CredentialsCorrupted') return 'The stored secret cannot be decrypted.';
  return explainAadsts(message)?.meaning ?? 'Microsoft issued no token that lists the permissions.';
}
