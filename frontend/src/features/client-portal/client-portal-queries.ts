import { getClientRoom } from '@tenantry/contract/client-room';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The settings of a tenant's client room, and who gets in; colleagues change both, and guests come and go. */
export const clientRoomQuery = (tenantId: string) =>
  callQuery(queryKey('client-room', tenantId), getClientRoom, { params: { id: tenantId }, tenantId, staleTime: 0 });

/** Under which what is half typed of its look is kept. */
export const roomLookDraft = (tenantId: string) => `client-room-look ${tenantId}`;
