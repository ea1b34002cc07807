import { useQueryClient } from '@tanstack/react-query';
import {
  type ClientGuest,
  type ClientRoom,
  changeClientRoom,
  endClientAccess,
  inviteClient,
} from '@tenantry/contract/client-room';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { clientRoomQuery } from './client-portal-queries.ts';

export type RoomSettings = Pick<ClientRoom, 'isOpen' | 'showsPrices' | 'color' | 'welcome'>;

/** What an invitation came to: why no link was sent, null where one was. */
export type Invited = { notSentBecause: string | null };

/** Changes to a client room and its guests. Errors are for who asked. */
export function useClientRoom(tenantId: string) {
  const client = useQueryClient();
  const query = clientRoomQuery(tenantId);
  const keep = (room: ClientRoom) => client.setQueryData(query.queryKey, room);
  const reload = () => client.fetchQuery({ ...query, staleTime: 0 });
  return {
    reload,
    /** Where somebody else changed the room meanwhile, it is loaded again before the error is thrown. */
    async change(room: ClientRoom, patch: Partial<RoomSettings>): Promise<void> {
      const { revision, isOpen, showsPrices, color, welcome } = room;
      const body = { revision, isOpen, showsPrices, color, welcome, ...patch };
      try {
        keep(await call(changeClientRoom, { params: { id: tenantId }, body, tenantId }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CONFLICT') await reload();
        throw error;
      }
    },
    async invite({ contactId }: ClientGuest): Promise<Invited> {
      const answer = await call(inviteClient, { params: { id: tenantId }, body: { contactId }, tenantId });
      keep(answer.room);
      return { notSentBecause: answer.isSent ? null : (answer.notSentBecause ?? 'The reason is not known.') };
    },
    async endAccess({ contactId }: ClientGuest): Promise<void> {
      keep(await call(endClientAccess, { params: { id: tenantId, contactId }, tenantId }));
    },
  };
}
