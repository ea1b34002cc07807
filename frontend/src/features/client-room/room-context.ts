import { createContext, use } from 'react';

export type Room = {
  tenantId: string;
  /** The address of its first page. */
  base: string;
  /** Staff look at it as the client sees it, and nothing can be sent. */
  isPreview: boolean;
};

export const RoomContext = createContext<Room | null>(null);

/** The room that a page stands in. */
export function useRoom(): Room {
  const room = use(RoomContext);
  if (room === null) throw new Error('This part of the page needs a client room');
  return room;
}

/** The address of a page of the room, by its name; '' for the first. */
export function useRoomAddress(): (page: string) => string {
  const { base } = useRoom();
  return (page) => (page === '' ? base : `${base}/${page}`);
}
