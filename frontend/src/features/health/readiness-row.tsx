import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { ReadinessItem, ReadinessPage, ReadinessState } from '@tenantry/contract/health';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalS,
    alignItems: 'start',
  },
  icon: { fontSize: '20px', lineHeight: 0 },
  ready: { color: tokens.colorStatusSuccessForeground1 },
  attention: { color: tokens.colorStatusWarningForeground3 },
  unknown: { color: tokens.colorNeutralForeground3 },
  body: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: tokens.spacingHorizontalM },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const icons: Record<ReadinessState, [icon: React.ReactElement, word: string]> = {
  ready: [<CheckmarkCircleFilled key="ready" />, 'Ready'],
  attention: [<WarningFilled key="attention" />, 'Needs attention'],
  unknown: [<QuestionCircleFilled key="unknown" />, 'Not known'],
};

const pages: Record<Exclude<ReadinessPage, 'systemHealth'>, [path: string, label: string]> = {
  overview: [paths.overview, 'Multi-Tenant Overview'],
  graphSettings: [paths.adminGraphSettings, 'Graph API Settings'],
  users: [paths.adminUsers, 'Users'],
  profile: [paths.profile, 'Profile'],
  tenants: [paths.adminTenants, 'Tenants'],
  credentials: [paths.credentials, 'Credential Status'],
  bulkScans: [paths.adminScanRuns, 'Bulk Scans'],
  settings: [paths.adminSettings, 'Settings'],
  notificationChannels: [`${paths.notifications}?tab=channels`, 'Notifications'],
  tickets: [paths.adminTickets, 'Tickets'],
};

/** A state as an icon with its word for screen readers. */
export function StateIcon({ state }: { state: ReadinessState }) {
  const styles = useStyles();
  const [icon, word] = icons[state];
  return (
    <span role="img" aria-label={word} className={mergeClasses(styles.icon, styles[state])}>
      {icon}
    </span>
  );
}

function Remedy({ item: { action, page, docs, findings = [] }, size }: { item: ReadinessItem; size: 200 | 300 }) {
  const styles = useStyles();
  if (action === null) return null;
  const link = page === null || page === 'systemHealth' ? null : pages[page];
  return (
    <>
      <Text size={size}>
        {action}
        {link !== null && (
          <>
            {' '}
            <TextLink to={link[0]}>{link[1]}</TextLink>
          </>
        )}
      </Text>
      {findings.map(({ id, tenantId, tenant, title }) => (
        <Text key={id} size={size}>
          {tenant}: <TextLink to={inTenant(`${paths.findings}?finding=${id}`, tenantId)}>{title}</TextLink>
        </Text>
      ))}
      {docs !== null && (
        <Text size={200} className={styles.quiet}>
          More in {docs}
        </Text>
      )}
    </>
  );
}

type Props = {
  item: ReadinessItem;
  /** Whether it says what to do. */
  hasRemedy: boolean;
  /** In the list of what needs somebody, where it is read first. */
  isProminent?: boolean;
};

/** One thing that has to be in place: its state, what was found, and what to do. */
export function ReadinessRow({ item, hasRemedy, isProminent = false }: Props) {
  const styles = useStyles();
  const size = isProminent ? 300 : 200;
  const { label, state, message, at } = item;
  return (
    <li className={styles.row}>
      <StateIcon state={state} />
      <div className={styles.body}>
        <div className={styles.head}>
          <Text weight="semibold">{label}</Text>
          {at !== null && (
            <Text size={200} className={styles.quiet}>
              <RelativeTime instant={at} />
            </Text>
          )}
        </div>
        <Text size={size} className={hasRemedy ? undefined : styles.quiet}>
          {message}
        </Text>
        {hasRemedy && <Remedy item={item} size={size} />}
      </div>
    </li>
  );
}
