import { Badge, Button, Text } from '@fluentui/react-components';
import type { Forecast, ForecastAccount, ForecastAccounts } from '@tenantry/contract/what-if';
import { useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';

const titles: Readonly<Record<ForecastAccounts['effect'], string>> = {
  blocked: 'Newly blocked in some sign-in',
  legacyBlocked: 'Newly blocked with legacy clients',
  mfa: 'Newly asked for MFA',
  phishingResistantMfa: 'Newly asked for phishing-resistant MFA',
  otherProof: 'Newly asked for something else',
  signInAgain: 'Newly asked to sign in again',
  sessionLimited: 'Session newly limited',
};
const shownAtFirst = 10;

const columns: Column<ForecastAccount>[] = [
  {
    id: 'account',
    label: 'Account',
    cell: ({ name, upn, isEmergency, roles, hasMethod }) => (
      <Stack gap="XXS">
        <Row gap="S" align="center">
          <Text>{name}</Text>
          {isEmergency && (
            <Badge appearance="tint" color="danger">
              Break-glass
            </Badge>
          )}
          {hasMethod === false && (
            <Badge appearance="tint" color="warning">
              No MFA method
            </Badge>
          )}
        </Row>
        {upn !== null && <Muted size={200}>{upn}</Muted>}
        {roles.length > 0 && <Muted size={200}>{roles.join(', ')}</Muted>}
      </Stack>
    ),
  },
  {
    id: 'when',
    label: 'When',
    cell: ({ when, isSure, because }) => (
      <Stack gap="XXS">
        <Text>{when.length === 0 ? 'An ordinary sign-in from a browser' : when.join('; ')}</Text>
        {!isSure && <Muted size={200}>May be: {because}</Muted>}
      </Stack>
    ),
  },
  { id: 'policy', label: 'By', cell: ({ policy }) => policy },
];

/** Whom the draft blocks, or asks for more than today: by name, break-glass accounts first. */
export function ForecastAccountsCard({ forecast }: { forecast: Forecast }) {
  const { accounts, lookedAt, enabledAccounts } = forecast;
  const met = accounts.filter(({ count, maybe }) => count + maybe > 0);
  const of = enabledAccounts === null ? '' : ` of ${countOf(enabledAccounts, 'enabled account')}`;
  return (
    <SectionCard title="Who would notice" subtitle={`${lookedAt}${of} looked at by name`}>
      {met.length === 0 ? (
        <Text>No account is blocked, asked for more or limited in its session beyond today, in any sign-in.</Text>
      ) : (
        met.map((one) => <Effect key={one.effect} accounts={one} />)
      )}
    </SectionCard>
  );
}

function Effect({ accounts: { effect, count, maybe, withoutMethod, listed } }: { accounts: ForecastAccounts }) {
  const title = titles[effect];
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? listed : listed.slice(0, shownAtFirst);
  return (
    <Stack gap="S">
      <Text as="h3" weight="semibold" style={{ margin: 0 }}>
        {title}: {countOf(count, 'account')}
        {maybe > 0 ? ` and perhaps ${maybe} more` : ''}
      </Text>
      {(effect === 'mfa' || effect === 'phishingResistantMfa') && withoutMethod > 0 && (
        <Muted>{countOf(withoutMethod, 'account')} without a registered MFA method: they cannot answer.</Muted>
      )}
      <DataTable label={title} rows={shown} columns={columns} rowId={({ id }) => id} />
      {listed.length > shownAtFirst && (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${listed.length} accounts`}
          </Button>
        </div>
      )}
      {listed.length < count + maybe && (
        <Muted size={200}>
          {listed.length} are listed: break-glass accounts first, then administrators, then by name.
        </Muted>
      )}
    </Stack>
  );
}
