import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import type { TenantPermission } from '@tenantry/contract/tenant-permissions';
import type { ReactElement } from 'react';
import { PermissionUse } from './permission-use.tsx';

const useStyles = makeStyles({
  group: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  summary: { cursor: 'pointer', fontWeight: tokens.fontWeightSemibold, lineHeight: tokens.lineHeightBase300 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  item: { display: 'flex', gap: tokens.spacingHorizontalS, minWidth: 0 },
  icon: { flexShrink: 0, fontSize: '16px', lineHeight: tokens.lineHeightBase300 },
  missing: { color: tokens.colorStatusDangerForeground1 },
  granted: { color: tokens.colorStatusSuccessForeground1 },
  unknown: { color: tokens.colorNeutralForeground3 },
});

type State = TenantPermission['state'];

/** What is missing comes first: it is what there is to do. */
const groups: readonly { state: State; label: string; icon: ReactElement }[] = [
  { state: 'missing', label: 'Missing', icon: <ErrorCircleFilled /> },
  { state: 'unknown', label: 'Not known', icon: <QuestionCircleFilled /> },
  { state: 'granted', label: 'Granted', icon: <CheckmarkCircleFilled /> },
];

type Props = {
  permissions: readonly TenantPermission[];
  /** What is granted is one click away even where nothing is missing. */
  foldsGranted?: boolean;
};

/** Permissions by whether they are granted, each with what it is for. */
export function PermissionGroups({ permissions, foldsGranted = false }: Props) {
  const isMissing = permissions.some(({ state }) => state === 'missing');
  return (
    <>
      {groups.map(({ state, label, icon }) => {
        const own = permissions.filter((one) => one.state === state);
        // Where something is missing, what is granted is one click away.
        const isOpen = state !== 'granted' || !(isMissing || foldsGranted);
        return own.length > 0 && <Group key={state} {...{ state, label, icon, isOpen }} permissions={own} />;
      })}
    </>
  );
}

type GroupProps = (typeof groups)[number] & { permissions: readonly TenantPermission[]; isOpen: boolean };

function Group({ state, label, icon, permissions, isOpen }: GroupProps) {
  const styles = useStyles();
  const name = `${label} (${permissions.length})`;
  return (
    <details className={styles.group} open={isOpen}>
      <summary className={styles.summary}>{name}</summary>
      <ul className={styles.list} aria-label={name}>
        {permissions.map((permission) => (
          <li key={permission.permission} className={styles.item}>
            <span className={mergeClasses(styles.icon, styles[state])} aria-hidden>
              {icon}
            </span>
            <PermissionUse permission={permission} grantedBy={permission.grantedBy} />
          </li>
        ))}
      </ul>
    </details>
  );
}
