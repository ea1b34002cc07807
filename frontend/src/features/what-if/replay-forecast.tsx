import type {
  ForecastAccount,
  LoggedResults,
  SignInChangeKind,
  SignInForecast,
} from '@tenantry/contract/sign-in-replay';
import { countOf, formatDateTime, formatNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Stack } from '../../ui/stack.tsx';

const changes: Readonly<Record<SignInChangeKind, string>> = {
  blocked: 'Blocked',
  mayBeBlocked: 'May be blocked',
  asked: 'Asked for more',
  mayBeAsked: 'May be asked for more',
  mayBeLimited: 'Session may be limited',
  noLonger: 'No longer blocked or asked',
};
const kinds = Object.keys(changes) as SignInChangeKind[];

const accountKinds: Readonly<Record<ForecastAccount['kind'], string | null>> = {
  emergency: 'Break-glass account',
  service: 'Service account',
  person: null,
};

const count = (one: number, noun: string): string | null => (one === 0 ? null : `${formatNumber(one)} ${noun}`);

/** What Microsoft logged, in a line; a dash where it logged nothing of the kind. */
function loggedText({ interrupted, blocked, reportOnlyFailure, reportOnlyInterrupted }: LoggedResults): string {
  const parts = [
    count(reportOnlyFailure, 'would have failed (report-only)'),
    count(reportOnlyInterrupted, 'would have been interrupted (report-only)'),
    count(interrupted, 'interrupted'),
    count(blocked, 'blocked'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? '—' : parts.join(', ');
}

const columns: readonly Column<ForecastAccount>[] = [
  {
    id: 'account',
    label: 'Account',
    width: '26%',
    cell: ({ name, userPrincipalName, kind, kindBecause }) => (
      <Stack gap="XXS">
        <span>{name}</span>
        {userPrincipalName !== null && <Muted>{userPrincipalName}</Muted>}
        {accountKinds[kind] !== null && (
          <Muted>{kindBecause === null ? accountKinds[kind] : `${accountKinds[kind]}. ${kindBecause}`}</Muted>
        )}
      </Stack>
    ),
  },
  {
    id: 'change',
    label: 'Under the draft',
    cell: ({ change, signIns, policies, lacks }) => (
      <Stack gap="XXS">
        <span>{changes[change]}</span>
        {kinds
          .filter((kind) => kind !== change && signIns[kind] > 0)
          .map((kind) => (
            <Muted key={kind}>{`${changes[kind]}: ${countOf(signIns[kind], 'sign-in')}`}</Muted>
          ))}
        {policies.length > 0 && <Muted>{policies.map((name) => `“${name}”`).join(', ')}</Muted>}
        {lacks.length > 0 && <Muted>{`The log lacks ${lacks.join(', ')}.`}</Muted>}
      </Stack>
    ),
  },
  {
    id: 'signIns',
    label: 'Sign-ins',
    width: '104px',
    align: 'end',
    cell: ({ signIns, change, logged }) => `${formatNumber(signIns[change])} of ${formatNumber(logged.signIns)}`,
  },
  {
    id: 'last',
    label: 'Last',
    width: '18%',
    cell: ({ lastAt, lastTo }) => (
      <Stack gap="XXS">
        <span>{formatDateTime(lastAt)}</span>
        <Muted>{lastTo}</Muted>
      </Stack>
    ),
  },
  { id: 'logged', label: 'Microsoft logged', width: '18%', cell: ({ logged }) => loggedText(logged) },
];

/** Who would have been blocked or asked under the draft, beside what Microsoft logged. */
export function ReplayForecast({ forecast }: { forecast: SignInForecast }) {
  const { totals, accounts, logged, replayedAt } = forecast;
  const hit = kinds.filter((kind) => totals[kind].accounts > 0);
  const all = hit.reduce((sum, kind) => sum + totals[kind].accounts, 0);
  if (all === 0) return <Hint role="status">Under the draft, none of these sign-ins would have gone otherwise.</Hint>;
  return (
    <Stack gap="M">
      <PlainList aria-label="Forecast">
        {hit.map((kind) => (
          <li key={kind}>
            {`${changes[kind]}: ${countOf(totals[kind].accounts, 'account')}, ${countOf(totals[kind].signIns, 'sign-in')}`}
          </li>
        ))}
        <li>{`Microsoft logged, of all accounts: ${loggedText(logged)}`}</li>
      </PlainList>
      <DataTable label="Accounts" rows={accounts} columns={columns} rowId={({ id }) => id} minWidth="840px" />
      {all > accounts.length && <Hint>{`And ${countOf(all - accounts.length, 'account')} more.`}</Hint>}
      <Hint>
        Replayed {formatDateTime(replayedAt)}. MFA that was already given, the log does not tell: it counts as asked
        for. Sign-ins without a user at the keyboard are not in the log that Microsoft Graph v1.0 gives.
      </Hint>
    </Stack>
  );
}
