import { EyeRegular } from '@fluentui/react-icons/svg/eye';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { clientRoomQuery } from './client-portal-queries.ts';
import { GuestsCard } from './guests-card.tsx';
import { RoomCard } from './room-card.tsx';

/** The client room of the selected tenant: what it shows, and which contacts get in. */
export function ClientPortalPage() {
  const { id: tenantId } = useSelectedTenant();
  const query = useQuery(clientRoomQuery(tenantId));
  return (
    <PageShell
      title="Client Portal"
      subtitle="A room for the contacts of this tenant: where they stand, what they decide, and what they ask"
      actions={
        <LinkButton to={paths.clientPreview} icon={<EyeRegular />}>
          Preview as the client sees it
        </LinkButton>
      }
    >
      <QueryState query={query} loadingLabel="Loading the client room" errorTitle="The client room could not be loaded">
        {(room) => (
          <>
            <RoomCard room={room} />
            <GuestsCard room={room} />
          </>
        )}
      </QueryState>
    </PageShell>
  );
}
