import {
  Menu,
  MenuButton,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Overflow,
  OverflowItem,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from '@fluentui/react-components';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { type AdminTab, AdminTabLink, useAdminTabs, useCurrentPath, useTabStyles } from './admin-tab-link.tsx';

const useStyles = makeStyles({
  // As high as a tab.
  more: { minHeight: '36px' },
});

/** The tabs of the admin panel on one line: what it has no room for stands in a menu at its end. */
export function FoldingTabs() {
  const styles = useTabStyles();
  const current = useCurrentPath();
  const shown = useAdminTabs();
  return (
    <Overflow minimumVisible={1}>
      <ul className={styles.list}>
        {shown.map((tab) => (
          <OverflowItem key={tab.path} id={tab.path} priority={tab.path === current ? 1 : 0}>
            <li className={styles.item}>
              <AdminTabLink {...tab} />
            </li>
          </OverflowItem>
        ))}
        <MoreTabs shown={shown} />
      </ul>
    </Overflow>
  );
}

/** The menu of the tabs that the bar has no room for. */
function MoreTabs({ shown }: { shown: readonly AdminTab[] }) {
  const styles = useStyles();
  const tabStyles = useTabStyles();
  const { ref, overflowCount, isOverflowing } = useOverflowMenu<HTMLLIElement>();
  if (!isOverflowing) return null;
  return (
    <li ref={ref} className={tabStyles.item}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton appearance="subtle" className={styles.more} aria-label={`${overflowCount} more pages`}>
            More
          </MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {shown.map(({ path, label }) => (
              <MoreItem key={path} path={path} label={label} />
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </li>
  );
}

function MoreItem({ path, label }: { path: string; label: string }) {
  const isInBar = useIsOverflowItemVisible(path);
  const href = useHref(path);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path);
  if (isInBar) return null;
  return (
    <MenuItemLink href={href} onClick={onClick}>
      {label}
    </MenuItemLink>
  );
}
