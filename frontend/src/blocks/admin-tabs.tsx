import { makeStyles } from '@fluentui/react-components';
import { onDemand } from '../ui/on-demand.tsx';
import { AdminTabLink, useAdminTabs, useTabStyles } from './admin-tab-link.tsx';

const useStyles = makeStyles({
  // Else it would be as wide as all of its tabs.
  root: { minWidth: 0 },
});

// What measures the bar is as large as all else of it, and pages without the bar need none of it.
const FoldingTabs = onDemand(async () => (await import('./folding-tabs.tsx')).FoldingTabs, <CutOffTabs />);

/** The bar that all pages of the admin panel share: one line, with what does not fit in a menu at its end. */
export function AdminTabs() {
  const styles = useStyles();
  return (
    <nav aria-label="Admin panel" className={styles.root}>
      <FoldingTabs />
    </nav>
  );
}

/** The bar until the menu at its end is loaded. */
function CutOffTabs() {
  const styles = useTabStyles();
  return (
    <ul className={styles.list}>
      {useAdminTabs().map((tab) => (
        <li key={tab.path} className={styles.item}>
          <AdminTabLink {...tab} />
        </li>
      ))}
    </ul>
  );
}
