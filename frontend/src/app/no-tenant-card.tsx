import { Button, Card, makeStyles } from '@fluentui/react-components';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { showToast } from '../lib/toast.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Hint } from '../ui/muted.tsx';

const useStyles = makeStyles({
  card: { maxWidth: '640px', width: '100%', margin: '0 auto' },
});

/** In the place of a page that belongs to a tenant while none is selected. */
export function NoTenantCard() {
  const styles = useStyles();
  const navigate = useNavigate();
  const choose = () => {
    showToast({
      title: 'Organization Required',
      body: 'Please select an organization to continue',
      intent: 'info',
    });
    navigate(paths.selectTenant);
  };
  return (
    <Card className={styles.card}>
      <title>No Organization Selected · Tenantry</title>
      <EmptyState
        icon={<BuildingMultipleRegular />}
        headingLevel="h1"
        title="No Organization Selected"
        body="Select an organization to begin managing security audits and tasks"
        actions={
          <Button appearance="primary" onClick={choose}>
            Choose Organization
          </Button>
        }
      />
      <Hint align="center">You can also use the context switcher in the header to change tenants at any time.</Hint>
    </Card>
  );
}
