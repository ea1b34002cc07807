import { Button, makeStyles, Text } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { ClockFilled } from '@fluentui/react-icons/svg/clock';
import type { ClientAccess, ClientGuest, ClientRoom } from '@tenantry/contract/client-room';
import type * as z from 'zod/mini';
import { formatDate } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { useClientRoom } from './use-client-room.ts';

const useStyles = makeStyles({ stack: { display: 'grid', minWidth: 0, justifyItems: 'start' } });

/** Somebody who was invited without a link, and why. */
export type NotSent = { name: string; because: string };

const accessStyles: Record<z.infer<typeof ClientAccess>, BadgeStyle & { label: string }> = {
  none: { label: 'Not invited', color: 'informative', icon: <CircleRegular /> },
  invited: { label: 'Invited', color: 'warning', icon: <ClockFilled /> },
  active: { label: 'Active', color: 'success', icon: <CheckmarkCircleFilled /> },
};

function Contact({ guest: { name, address, hasMicrosoftAccount } }: { guest: ClientGuest }) {
  return (
    <span className={useStyles().stack}>
      <Text weight="semibold">{name}</Text>
      <Text size={200}>{address}</Text>
      {hasMicrosoftAccount && <Hint>Bound to a Microsoft account</Hint>}
    </span>
  );
}

function Access({ guest: { access, invitedAt, invitedBy } }: { guest: ClientGuest }) {
  return (
    <span className={useStyles().stack}>
      <StatusBadge {...accessStyles[access]} />
      {invitedAt !== null && (
        <Hint>
          {formatDate(invitedAt)}
          {invitedBy !== null && ` by ${invitedBy}`}
        </Hint>
      )}
    </span>
  );
}

const columns: readonly Column<ClientGuest>[] = [
  { id: 'contact', label: 'Contact', cell: (guest) => <Contact guest={guest} /> },
  { id: 'access', label: 'Access', cell: (guest) => <Access guest={guest} />, width: '26%' },
  {
    id: 'seen',
    label: 'Last sign-in',
    cell: ({ lastSeenAt }) => <RelativeTime instant={lastSeenAt} />,
    width: '18%',
  },
];

type Props = {
  room: ClientRoom;
  onNotSent: (notSent: NotSent | null) => void;
  /** Asks before the access of a guest ends. */
  onEnd: (guest: ClientGuest) => void;
};

/** Which contacts get in; administrators invite them and end their access. */
export function GuestTable({ room, onNotSent, onEnd }: Props) {
  const isAdmin = useHasRole('admin');
  return (
    <DataTable
      label="Guests"
      rows={room.guests}
      columns={columns}
      rowId={({ contactId }) => contactId}
      actionsWidth="240px"
      rowActions={
        isAdmin ? (guest) => <Actions room={room} guest={guest} onNotSent={onNotSent} onEnd={onEnd} /> : undefined
      }
    />
  );
}

function Actions({ room, guest, onNotSent, onEnd }: Props & { guest: ClientGuest }) {
  const { invite } = useClientRoom(room.tenantId);
  const { submit, pending } = useAction('Not invited', async () => {
    onNotSent(null);
    const { notSentBecause } = await invite(guest);
    if (notSentBecause === null) showToast({ title: 'Link sent', body: guest.address, intent: 'success' });
    else onNotSent({ name: guest.name, because: notSentBecause });
  });
  const [label, name] =
    guest.access === 'none'
      ? ['Invite', `Invite ${guest.name}`]
      : ['Send a new link', `Send a new link to ${guest.name}`];
  return (
    <>
      {/* Who is invited needs no second time where no link can be mailed. */}
      {(guest.access === 'none' || room.noMailBecause === null) && (
        <Button
          size="small"
          aria-label={name}
          disabledFocusable={pending || !room.isOpen}
          onClick={() => void submit()}
        >
          {pending ? 'Sending…' : label}
        </Button>
      )}
      {guest.access !== 'none' && (
        <Button size="small" aria-label={`End access of ${guest.name}`} onClick={() => onEnd(guest)}>
          End access
        </Button>
      )}
    </>
  );
}
