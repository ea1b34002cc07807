import { Button } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import type { ClientGuest, ClientRoom } from '@tenantry/contract/client-room';
import { useState } from 'react';
import { useSelectedTenant } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { GuestTable, type NotSent } from './guest-table.tsx';
import { useClientRoom } from './use-client-room.ts';

const EndAccessDialog = onDemand(async () => (await import('./end-access-dialog.tsx')).EndAccessDialog);
const ContactsDialog = onDemand(async () => (await import('../../blocks/contacts-dialog.tsx')).ContactsDialog);

/** The contacts of the tenant, and which of them get into its room. */
export function GuestsCard({ room }: { room: ClientRoom }) {
  const { id, displayName } = useSelectedTenant();
  const { reload } = useClientRoom(id);
  const [notSent, setNotSent] = useState<NotSent | null>(null);
  const { opened, open, close, fallback } = useOpened<true>();
  const ending = useOpened<ClientGuest>();
  // The button that ended an access is gone with it.
  const setContactsButton = (button: HTMLButtonElement | null) => {
    fallback.current = button;
    ending.fallback.current = button;
  };
  const closeContacts = () => {
    close();
    // A contact may be new, or gone.
    void reload();
  };
  return (
    <SectionCard
      title="Guests"
      subtitle="Contacts of the tenant. Who is invited signs in with Microsoft, or by a link that is mailed to them."
      actions={
        <Button ref={setContactsButton} onClick={() => open(true)}>
          Edit contacts
        </Button>
      }
    >
      {!room.isOpen && <Notice intent="info">The room is closed. Open it, then invite.</Notice>}
      {room.noMailBecause !== null && (
        <Notice intent="warning" title="No link can be mailed">
          {room.noMailBecause} Who is invited can sign in with Microsoft all the same.
        </Notice>
      )}
      {notSent !== null && room.noMailBecause === null && (
        <Notice intent="warning" title={`${notSent.name} was invited, but no link was sent`} politeness="assertive">
          {notSent.because} They can sign in with Microsoft all the same.
        </Notice>
      )}
      {room.guests.length === 0 ? (
        <EmptyState
          icon={<PeopleRegular />}
          title="No contacts yet"
          body="Add the people at the client first. Then you can invite them."
        />
      ) : (
        <GuestTable room={room} onNotSent={setNotSent} onEnd={ending.open} />
      )}
      {ending.opened && <EndAccessDialog tenantId={id} guest={ending.opened} onClose={ending.close} />}
      {opened && <ContactsDialog tenant={{ id, orgName: displayName }} onClose={closeContacts} />}
    </SectionCard>
  );
}
