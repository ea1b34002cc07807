import type { Config } from '../config.ts';
import { tellGuests } from '../domain/client-access/tell-guests.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { UserAccess } from '../domain/user-access/change-user-access.ts';
import type { OneTimeLinks } from '../domain/user-access/one-time-links.ts';
import { createClientSignIn } from '../features/auth/client-sign-in.ts';
import type { SignInThrottle } from '../features/auth/sign-in-throttle.ts';
import type { MailTransport } from '../ports/mail.ts';
import type { Stores } from '../store/stores.ts';
import type { composeMicrosoft } from './microsoft.ts';

type Parts = Pick<CommonParts, 'tenants' | 'trail' | 'clock' | 'queue' | 'log'> & {
  config: Config;
  stores: Stores;
  userAccess: UserAccess;
  links: OneTimeLinks;
  mail: MailTransport;
  throttle: SignInThrottle;
  microsoft: ReturnType<typeof composeMicrosoft>;
};

/** The rooms of clients: who gets in, and how they sign in. */
export function composeClientRooms({ config, stores, microsoft, ...parts }: Parts) {
  const { publicOrigin, organizationName } = config;
  const { users, systemConfig } = stores;
  const clientRooms = { ...parts, users, systemConfig, publicOrigin, organizationName };
  return {
    clientRooms,
    clientSignIn: createClientSignIn({ ...microsoft, ...clientRooms }),
    tellGuests: (id: string) => tellGuests(clientRooms, id),
  };
}
