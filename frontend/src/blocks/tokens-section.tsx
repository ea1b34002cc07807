import { Button, Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  revokeOwnToken,
  revokeServiceToken,
  sponsorServiceToken,
  type Token,
  type TokenKind,
} from '@tenantry/contract/tokens';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { formatDate } from '../lib/format.ts';
import { useSignedIn } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';
import { useOpened } from '../lib/use-opened.ts';
import { ConfirmPopover } from '../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Hint } from '../ui/muted.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Row } from '../ui/row.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { Stack } from '../ui/stack.tsx';
import { MadeTokenDialog } from './made-token-dialog.tsx';
import { MakeTokenDialog, tokenDraft } from './make-token-dialog.tsx';
import { roleLabels } from './role-labels.ts';
import { tokenReach, tokenStateLabels } from './token-texts.ts';
import { tokensQuery } from './tokens-query.ts';

const texts = {
  personal: {
    title: 'Tokens',
    subtitle: 'For scripts that call the API as you. A token ends with your account, and may never do more than you.',
    none: 'You have no token.',
  },
  service: {
    title: 'Service tokens',
    subtitle:
      'For other systems. Each has a sponsor: it may do no more than they may, and ends when they are disabled or deleted.',
    none: 'There is no service token.',
  },
} as const;

function RoleCell({ token: { role, effectiveRole, state } }: { token: Token }) {
  const isLess = state === 'active' && effectiveRole !== null && effectiveRole !== role;
  return <Text>{isLess ? `${roleLabels[effectiveRole]}, made as ${roleLabels[role]}` : roleLabels[role]}</Text>;
}

function LastUse({ token: { lastUsedAt, lastUsedFrom } }: { token: Token }) {
  if (lastUsedAt === null) return <Text>Never</Text>;
  return (
    <Stack gap="XXS">
      <RelativeTime instant={lastUsedAt} />
      {lastUsedFrom !== null && <Hint>{`from ${lastUsedFrom}`}</Hint>}
    </Stack>
  );
}

const end = ({ state, expiresAt }: Token) => (state === 'active' ? formatDate(expiresAt) : tokenStateLabels[state]);

const common: readonly Column<Token>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => <Text weight="semibold">{name}</Text>, width: '20%' },
  { id: 'role', label: 'Role', cell: (token) => <RoleCell token={token} /> },
  { id: 'reach', label: 'Reaches', cell: (token) => <Text>{tokenReach(token)}</Text> },
  { id: 'end', label: 'Ends', cell: (token) => <Text>{end(token)}</Text> },
  { id: 'used', label: 'Last used', cell: (token) => <LastUse token={token} /> },
  { id: 'addresses', label: 'Addresses', cell: ({ addresses }) => <Text>{addresses.join(', ') || 'Any'}</Text> },
];
const sponsor: Column<Token> = {
  id: 'sponsor',
  label: 'Sponsor',
  cell: ({ owner }) => <Text>{owner.name ?? 'Deleted'}</Text>,
};
const columns = { personal: common, service: [...common, sponsor] };

type ActionProps = { token: Token; kind: TokenKind; onChanged: () => Promise<unknown> };

function TokenActions({ token: { id, name, state, owner }, kind, onChanged }: ActionProps) {
  const { user } = useSignedIn();
  if (state === 'revoked' || state === 'ownerLeft') return null;
  const params = { tokenId: id };
  const revoke = async () => {
    await call(kind === 'personal' ? revokeOwnToken : revokeServiceToken, { params, tenantId: null });
    showToast({ title: 'Token revoked', body: name, intent: 'success' });
    await onChanged();
  };
  const takeOver = async () => {
    await call(sponsorServiceToken, { params, tenantId: null });
    showToast({ title: 'You are its sponsor now', body: name, intent: 'success' });
    await onChanged();
  };
  return (
    <Row gap="S">
      {kind === 'service' && owner.id !== user.id && (
        <ConfirmPopover
          trigger={
            <Button size="small" aria-label={`Take over ${name}`}>
              Take over
            </Button>
          }
          question={`Become the sponsor of ${name}? It then may do no more than you.`}
          confirmLabel="Take over"
          onConfirm={takeOver}
        />
      )}
      <ConfirmPopover
        trigger={
          <Button size="small" aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        }
        question={`Revoke ${name}? What uses it is refused at once.`}
        confirmLabel="Revoke"
        onConfirm={revoke}
      />
    </Row>
  );
}

/** Tokens of the API, the user's own or those of the installation, with the means to make and end them. */
export function TokensSection({ kind }: { kind: TokenKind }) {
  const query = useQuery(tokensQuery(kind));
  const client = useQueryClient();
  const { opened, open, close, fallback } = useOpened<never>({ items: [], draftOf: () => tokenDraft(kind) });
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const { title, subtitle, none } = texts[kind];
  const reload = () => client.invalidateQueries({ queryKey: tokensQuery(kind).queryKey });
  return (
    <SectionCard
      title={title}
      subtitle={subtitle}
      actions={
        <Button ref={fallback} onClick={() => open(null)}>
          {kind === 'personal' ? 'New token' : 'New service token'}
        </Button>
      }
    >
      <QueryState
        query={query}
        loadingLabel={`Loading ${title.toLowerCase()}`}
        errorTitle={`${title} could not be loaded`}
      >
        {({ tokens }) =>
          tokens.length === 0 ? (
            <Text>{none}</Text>
          ) : (
            <DataTable
              label={title}
              rows={tokens}
              columns={columns[kind]}
              rowId={({ id }) => id}
              actionsWidth={kind === 'personal' ? '100px' : '190px'}
              rowActions={(token) => <TokenActions token={token} kind={kind} onChanged={reload} />}
            />
          )
        }
      </QueryState>
      {opened === null && made === null && <MakeTokenDialog kind={kind} onMade={setMade} onClose={close} />}
      {made !== null && (
        <MadeTokenDialog
          {...made}
          onClose={() => {
            setMade(null);
            close();
          }}
        />
      )}
    </SectionCard>
  );
}
