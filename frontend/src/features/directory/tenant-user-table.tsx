import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { listTenantUsers, M365User } from '@tenantry/contract/directory';
import type { Parsed } from '@tenantry/contract/endpoint';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  stack: { display: 'grid', minWidth: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalM, gridTemplateColumns: 'minmax(0, 1fr)' },
});

const notKnown = <StatusBadge label="Not known" color="informative" icon={<QuestionCircleFilled />} />;

function MfaBadge({ user: { mfaEnforced } }: { user: M365User }) {
  if (mfaEnforced === null) return notKnown;
  return mfaEnforced ? (
    <StatusBadge label="Enforced" color="success" icon={<CheckmarkCircleFilled />} />
  ) : (
    <StatusBadge label="Not enforced" color="warning" icon={<WarningFilled />} />
  );
}

function LicenseBadge({ user: { licenseAssigned } }: { user: M365User }) {
  if (licenseAssigned === null) return notKnown;
  return licenseAssigned ? (
    <StatusBadge label="Licensed" color="success" icon={<CheckmarkCircleFilled />} />
  ) : (
    <StatusBadge label="Unlicensed" color="subtle" icon={<SubtractCircleFilled />} />
  );
}

function Name({ user }: { user: M365User }) {
  const styles = useStyles();
  const { displayName, userPrincipalName, userType, accountEnabled } = user;
  return (
    <span className={styles.stack}>
      <Text weight="semibold">{displayName}</Text>
      {userPrincipalName !== null && <Hint>{userPrincipalName}</Hint>}
      <Row as="span" gap="XS">
        {userType === 'Guest' && <Badge appearance="outline">Guest</Badge>}
        {accountEnabled === false && <Badge appearance="outline">Disabled</Badge>}
      </Row>
    </span>
  );
}

function rolesText({ directoryRoles }: M365User): string {
  if (directoryRoles === null) return 'Not known';
  return directoryRoles.length === 0 ? '—' : directoryRoles.join(', ');
}

const columns: readonly Column<M365User>[] = [
  { id: 'name', label: 'User', cell: (user) => <Name user={user} />, width: '24%' },
  { id: 'email', label: 'Email', cell: ({ email }) => <Text>{email ?? '—'}</Text>, width: '25%' },
  { id: 'jobTitle', label: 'Job title', cell: ({ jobTitle }) => <Text>{jobTitle ?? '—'}</Text> },
  { id: 'license', label: 'License', cell: (user) => <LicenseBadge user={user} />, width: '11%' },
  { id: 'mfa', label: 'MFA', cell: (user) => <MfaBadge user={user} />, width: '12%' },
  { id: 'roles', label: 'Directory roles', cell: (user) => <Text>{rolesText(user)}</Text> },
];

/** Each reason once, however many accounts it holds for. */
const distinct = (reasons: readonly (string | null)[]) => [...new Set(reasons.filter((one) => one !== null))];

function Unknowns({ users }: { users: readonly M365User[] }) {
  const mfa = distinct(users.map(({ mfaUnknownBecause }) => mfaUnknownBecause));
  const roles = distinct(users.map(({ rolesUnknownBecause }) => rolesUnknownBecause));
  const lines = [
    ...mfa.map((reason) => `MFA enforcement is not known for some accounts: ${reason}`),
    ...roles.map((reason) => `The directory roles of some accounts are not known: ${reason}`),
  ];
  return lines.map((line) => (
    <Notice key={line} intent="info">
      {line}
    </Notice>
  ));
}

type Data = InfiniteData<Parsed<(typeof listTenantUsers)['response']>>;

/** The accounts loaded so far, why something of them is not known, and the way to more. */
export function TenantUserTable({ data, query }: { data: Data; query: UseInfiniteQueryResult<Data> }) {
  const styles = useStyles();
  const users = data.pages.flatMap((page) => page.users);
  return (
    <PagedRows query={query} shown={users.length} total={data.pages[0]?.total ?? users.length}>
      <div className={styles.list}>
        <Unknowns users={users} />
        <DataTable label="Users" rows={users} columns={columns} rowId={({ id }) => id} minWidth="1000px" />
      </div>
    </PagedRows>
  );
}
