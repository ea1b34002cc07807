import { changeClientRoom, endClientAccess, getClientRoom, inviteClient } from '@tenantry/contract/client-room';
import { type Route, tenantRoute } from '../../http/route.ts';
import { type ClientRoomParts, changeRoom, endAccess, invite, roomView } from './client-room-service.ts';

/** A tenant's client room as its staff keeps it. */
export function clientRoomRoutes(parts: ClientRoomParts): Route[] {
  return [
    tenantRoute(getClientRoom, ({ tenant }) => roomView(parts, tenant.tenant)),
    tenantRoute(changeClientRoom, ({ tenant, body, caller }) =>
      changeRoom(parts, tenant.tenant, body, caller.user.username),
    ),
    tenantRoute(inviteClient, ({ tenant, body, caller }) => invite(parts, tenant.tenant, body.contactId, caller)),
    tenantRoute(endClientAccess, ({ tenant, params, caller }) =>
      endAccess(parts, tenant.tenant, params.contactId, caller.user.username),
    ),
  ];
}
