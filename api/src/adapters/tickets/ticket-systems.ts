import type { GuardedFetch } from '../../ports/guarded-fetch.ts';
import type { OpenTicketSystem, TicketSystem, TicketSystemAccess } from '../../ports/ticket-system.ts';
import { openAutotask } from './autotask.ts';
import { openConnectWise } from './connectwise-psa.ts';
import { openHaloPsa } from './halo-psa.ts';

const kinds: Readonly<
  Record<TicketSystemAccess['kind'], (fetch: GuardedFetch, access: TicketSystemAccess) => TicketSystem>
> = { halopsa: openHaloPsa, connectwise: openConnectWise, autotask: openAutotask };

/** The three ticket systems, reached by guarded requests. */
export const ticketSystemsBy =
  (fetch: GuardedFetch): OpenTicketSystem =>
  (access) =>
    kinds[access.kind](fetch, access);
