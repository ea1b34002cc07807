import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { forcedColors } from '../../ui/forced-colors.ts';
import { type ApprovalsAddress, isListView } from './approvals-address.ts';

const useStyles = makeStyles({
  root: { display: 'flex', columnGap: tokens.spacingHorizontalXS },
  view: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid transparent`,
    [forcedColors]: { border: `${tokens.strokeWidthThin} solid Canvas` },
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    ':hover': { color: tokens.colorNeutralForeground2Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground1Selected,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    [forcedColors]: { border: `${tokens.strokeWidthThin} solid Highlight` },
  },
});

/** What both views can be narrowed by goes with the change. */
function addressOf(
  isList: boolean,
  { groupId, tenantId, priority, remedyId, olderThanDays }: ApprovalsAddress,
): string {
  const kept = { view: isList ? 'list' : undefined, groupId, tenantId, priority, remedyId, olderThanDays };
  const set = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(set).toString();
  return search === '' ? paths.adminApprovals : `${paths.adminApprovals}?${search}`;
}

/** The two views of the approvals: what waits, by remedy, and the plain list of all. */
export function ViewSwitch({ address }: { address: ApprovalsAddress }) {
  const styles = useStyles();
  const isList = isListView(address);
  return (
    <nav aria-label="View of the approvals" className={styles.root}>
      <View label="By remedy" to={addressOf(false, address)} isCurrent={!isList} />
      <View label="All approvals" to={addressOf(true, address)} isCurrent={isList} />
    </nav>
  );
}

function View({ label, to, isCurrent }: { label: string; to: string; isCurrent: boolean }) {
  const styles = useStyles();
  const href = useHref(to);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={mergeClasses(styles.view, isCurrent && styles.current)}
    >
      {label}
    </a>
  );
}
