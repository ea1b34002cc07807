import type { TicketSystemKind } from '@tenantry/contract/ticket-systems';
import { startAutotaskDouble } from './autotask-double.ts';
import { startConnectWiseDouble } from './connectwise-double.ts';
import { startHaloDouble } from './halo-double.ts';
import type { TicketDouble } from './ticket-double.ts';

/** The double of each kind, with the name of the secret that rotates in tests. */
export const ticketDoubles: Readonly<Record<TicketSystemKind, { start(): Promise<TicketDouble>; rotating: string }>> = {
  halopsa: { start: startHaloDouble, rotating: 'clientSecret' },
  connectwise: { start: startConnectWiseDouble, rotating: 'privateKey' },
  autotask: { start: startAutotaskDouble, rotating: 'secret' },
};
