import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
  Button,
  makeStyles,
  Tooltip,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { NavigationRegular } from '@fluentui/react-icons/svg/navigation';
import { QuestionCircleRegular } from '@fluentui/react-icons/svg/question-circle';
import { Fragment } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useInTenant } from '../lib/tenant-address.ts';
import { breadcrumbsOf } from './navigation.ts';
import { NotificationBell } from './notification-bell.tsx';
import { TenantSwitcher } from './tenant-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

const useStyles = makeStyles({
  root: {
    position: 'sticky',
    top: 0,
    zIndex: 10,
    boxSizing: 'border-box',
    minHeight: '56px',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalM },
  },
  // The first crumb's text, not its padding, stands above the page's title.
  trail: {
    flexGrow: 1,
    minWidth: 0,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
    '@media (max-width: 639px)': { visibility: 'hidden', width: 0 },
  },
});

type Props = { hasMenuToggle: boolean; onMenu: () => void };

/** The bar above every page: where we are, for which tenant, and who we are. */
export function Header({ hasMenuToggle, onMenu }: Props) {
  const styles = useStyles();
  const navigate = useNavigate();
  const restoreFocus = useRestoreFocusTarget();
  return (
    <header className={styles.root}>
      {hasMenuToggle && (
        <Button
          appearance="subtle"
          icon={<NavigationRegular />}
          aria-label="Open navigation"
          onClick={onMenu}
          {...restoreFocus}
        />
      )}
      <div className={styles.trail}>
        <Trail />
      </div>
      <TenantSwitcher />
      <NotificationBell />
      <Tooltip content="Help" relationship="label">
        <Button appearance="subtle" icon={<QuestionCircleRegular />} onClick={() => navigate(paths.help)} />
      </Tooltip>
      <UserMenu />
    </header>
  );
}

function Trail() {
  const { pathname } = useLocation();
  const crumbs = breadcrumbsOf(pathname);
  return (
    <Breadcrumb aria-label="Breadcrumb">
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.path}>
          {index > 0 && <BreadcrumbDivider />}
          <BreadcrumbItem>
            <Crumb {...crumb} isCurrent={index === crumbs.length - 1} />
          </BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  );
}

function Crumb({ path, label, isCurrent }: { path: string; label: string; isCurrent: boolean }) {
  const address = useInTenant()(path);
  const href = useHref(address);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(address);
  if (isCurrent) return <BreadcrumbButton current>{label}</BreadcrumbButton>;
  return (
    <BreadcrumbButton as="a" href={href} onClick={onClick}>
      {label}
    </BreadcrumbButton>
  );
}
