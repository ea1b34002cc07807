import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockAlarmFilled } from '@fluentui/react-icons/svg/clock-alarm';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { EmergencyAccount, EmergencyState } from '@tenantry/contract/emergency-accounts';
import { countOf, formatDate, formatDateTime } from '../../lib/format.ts';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  root: { padding: `${tokens.spacingVerticalS} 0` },
});

const badges = {
  Active: { color: 'success', icon: <CheckmarkCircleFilled /> },
  'No longer exists': { color: 'danger', icon: <ErrorCircleFilled /> },
  'Not excluded': { color: 'danger', icon: <ErrorCircleFilled /> },
  'Needs attention': { color: 'warning', icon: <WarningFilled /> },
  Expired: { color: 'warning', icon: <ClockAlarmFilled /> },
  'Not checked': { color: 'informative', icon: <QuestionCircleFilled /> },
} as const;

const isReached = ({ policies }: EmergencyState): boolean => (policies?.notExcludedCount ?? 0) > 0;

function isLacking({ enabled, cloudOnly, securityKey, globalAdministrator }: EmergencyState): boolean {
  return [enabled, cloudOnly, securityKey, globalAdministrator].includes(false);
}

function isUnknown({ policies, ...own }: EmergencyState): boolean {
  const { enabled, cloudOnly, securityKey, globalAdministrator } = own;
  const isOpen = policies === null || policies.unknownCount > 0;
  return isOpen || [enabled, cloudOnly, securityKey, globalAdministrator].includes(null);
}

/** "Active" is said only of an account that the last scan saw to be of use in an emergency. */
function stateLabel({ isExpired, state }: EmergencyAccount): keyof typeof badges {
  if (isExpired) return 'Expired';
  if (state === null) return 'Not checked';
  if (state.isGone === true) return 'No longer exists';
  if (isReached(state)) return 'Not excluded';
  if (isLacking(state)) return 'Needs attention';
  return isUnknown(state) ? 'Not checked' : 'Active';
}

export function EmergencyStateBadge({ account }: { account: EmergencyAccount }) {
  const label = stateLabel(account);
  return <StatusBadge label={label} {...badges[label]} />;
}

const quoted = (names: readonly string[], count: number): string => {
  const more = count - names.length;
  return names.map((name) => `"${name}"`).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

function exclusionText({ policies }: EmergencyState): string {
  if (policies === null) return 'Not known: the policies could not be read';
  const { count, notExcluded, notExcludedCount, unknown, unknownCount } = policies;
  if (count === 0) return 'No enabled policy blocks it or requires MFA';
  const parts = [
    notExcludedCount > 0 ? `Not excluded from ${quoted(notExcluded, notExcludedCount)}` : '',
    unknownCount > 0 ? `Not known of ${quoted(unknown, unknownCount)}` : '',
  ].filter((part) => part !== '');
  const all = countOf(count, 'policy that blocks or requires MFA', 'policies that block or require MFA');
  return parts.length > 0 ? parts.join('. ') : `Excluded from ${count === 1 ? 'the only' : 'all'} ${all}`;
}

const said = (value: boolean | null, yes: string, no: string): string =>
  value === null ? 'Not known' : value ? yes : no;

function lastSignInText({ lastSignIn }: EmergencyState): string {
  if (lastSignIn === null) return 'Not known';
  return lastSignIn === 'none' ? 'None on record' : formatDateTime(lastSignIn);
}

const gone: Fact[] = [
  ['Account', 'It no longer exists in the directory: remove the declaration, and declare an account that exists'],
];

const seen = (state: EmergencyState): Fact[] => [
  ['Conditional Access', exclusionText(state)],
  [
    'Account',
    `${said(state.cloudOnly, 'Cloud-only', 'Synced from on-premises')} · ${said(state.enabled, 'Enabled', 'Disabled')}`,
  ],
  ['Global Administrator', said(state.globalAdministrator, 'Permanent', 'Not permanently assigned')],
  ['Security key (FIDO2)', said(state.securityKey, 'Registered', 'Not registered')],
  ['Last sign-in', lastSignInText(state)],
];

/** What the last scan saw of a declared account, and who declared it. */
export function EmergencyReadiness({ account }: { account: EmergencyAccount }) {
  const styles = useStyles();
  const { state, declaredBy, declaredAt } = account;
  const facts: Fact[] =
    state === null
      ? [['Readiness', 'Not checked yet: the next scan will check this account']]
      : state.isGone
        ? gone
        : seen(state);
  return (
    <div className={styles.root}>
      <FactList facts={[...facts, ['Declared', `${declaredBy}, ${formatDate(declaredAt)}`]]} />
    </div>
  );
}
