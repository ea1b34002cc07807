import { paths } from '../../lib/paths.ts';
import { returnAddressFor } from '../../lib/return-address.ts';
import { sessionState } from '../../lib/session.ts';

/**
 * Where a user goes who has just signed in: to where they were; else a technician to their work, whoever else to the overview
 * (decision 070). A contact of a client goes to their room.
 */
export function destinationAfterSignIn(): string {
  const session = sessionState();
  if (session.status !== 'signed-in') return paths.overview;
  const { id, role, clientTenantId } = session.user;
  if (clientTenantId !== null) return paths.client;
  return returnAddressFor(id) ?? (role === 'technician' ? paths.myWork : paths.overview);
}
