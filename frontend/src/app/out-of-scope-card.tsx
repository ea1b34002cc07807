import { Card, makeStyles } from '@fluentui/react-components';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { paths } from '../lib/paths.ts';
import { useTenant } from '../lib/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

const useStyles = makeStyles({ card: { maxWidth: '640px', width: '100%', margin: '0 auto' } });

/** In the place of a page whose address names a tenant that the user does not have. */
export function OutOfScopeCard() {
  const styles = useStyles();
  const { tenant } = useTenant();
  return (
    <Card className={styles.card}>
      <title>Tenant Not Available · Tenantry</title>
      <EmptyState
        icon={<BuildingMultipleRegular />}
        headingLevel="h1"
        title="Tenant Not Available"
        body={`The tenant in this address does not exist or is not assigned to you. ${
          tenant === null ? 'No tenant is selected.' : `${tenant.displayName} is still selected.`
        }`}
        actions={<LinkButton to={paths.overview}>Choose Organization</LinkButton>}
      />
    </Card>
  );
}
