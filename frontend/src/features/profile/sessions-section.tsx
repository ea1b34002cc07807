import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endOwnSession, type ProfileSession } from '@tenantry/contract/profile';
import { call } from '../../lib/api-client.ts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownSessionsQuery } from './profile-queries.ts';

const useStyles = makeStyles({
  device: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const nameOf = ({ device }: ProfileSession) => device ?? 'Unknown browser';

function Device({ session }: { session: ProfileSession }) {
  return (
    <span className={useStyles().device}>
      <Text weight="semibold">{nameOf(session)}</Text>
      {session.isCurrent && (
        <Badge appearance="tint" color="brand" shape="rounded">
          This browser
        </Badge>
      )}
    </span>
  );
}

const columns: readonly Column<ProfileSession>[] = [
  { id: 'device', label: 'Browser', cell: (session) => <Device session={session} />, width: '30%' },
  { id: 'address', label: 'Address', cell: ({ address }) => <Text>{address ?? '—'}</Text> },
  { id: 'signedInAt', label: 'Signed in', cell: ({ signedInAt }) => <Text>{formatDateTime(signedInAt)}</Text> },
  { id: 'lastSeenAt', label: 'Last seen', cell: ({ lastSeenAt }) => <RelativeTime instant={lastSeenAt} /> },
];

/** Where the user is signed in, with the means to end it. */
export function SessionsSection() {
  const query = useQuery(ownSessionsQuery());
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey });
  const end = async ({ id }: ProfileSession) => {
    await call(endOwnSession, { params: { sessionId: id }, tenantId: null });
    showToast({ title: 'Signed out there', intent: 'success' });
    await reload();
  };
  const endOthers = async () => {
    const { ended } = await call(endOtherSessions, { tenantId: null });
    showToast({ title: `Signed out ${countOf(ended, 'other browser')}`, intent: 'success' });
    await reload();
  };
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <SectionCard
      title="Where you are signed in"
      actions={
        others > 0 && (
          <ConfirmPopover
            trigger={<Button>Sign out all others</Button>}
            question={`Sign out ${countOf(others, 'other browser')}? This one stays signed in.`}
            confirmLabel="Sign out"
            onConfirm={endOthers}
          />
        )
      }
    >
      <QueryState query={query} loadingLabel="Loading your sessions" errorTitle="Your sessions could not be loaded">
        {(sessions) => (
          <DataTable
            label="Where you are signed in"
            rows={sessions}
            columns={columns}
            rowId={({ id }) => id}
            actionsWidth="110px"
            rowActions={(session) =>
              !session.isCurrent && (
                <ConfirmPopover
                  trigger={
                    <Button
                      size="small"
                      aria-label={`Sign out ${nameOf(session)}, signed in ${formatDateTime(session.signedInAt)}`}
                    >
                      Sign out
                    </Button>
                  }
                  question={`Sign out ${nameOf(session)}?`}
                  confirmLabel="Sign out"
                  onConfirm={() => end(session)}
                />
              )
            }
          />
        )}
      </QueryState>
    </SectionCard>
  );
}
