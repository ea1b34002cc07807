import { paths } from '../../lib/paths.ts';
import { returnAddressFor } from '../../lib/return-address.ts';
import { sessionState } from '../../lib/session.ts';

/** Where a user goes who has just signed in: to where they were, else to the overview. */
export function destinationAfterSignIn(): string {
  const session = sessionState();
  return (session.status === 'signed-in' ? returnAddressFor(session.user.id) : null) ?? paths.overview;
}
