import { Card, makeStyles } from '@fluentui/react-components';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { paths } from '../lib/paths.ts';
import { useTenant } from '../lib/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

const useStyles = makeStyles({ card: { maxWidth: '640px', width: '100%', margin: '0 auto' } });

/** In the place of a page whose address names an organization that the user does not have. */
export function OutOfScopeCard() {
  const styles = useStyles();
  const { tenant } = useTenant();
  return (
    <Card className={styles.card}>
      <title>Organization Not Available · Tenantry</title>
      <EmptyState
        icon={<BuildingMultipleRegular />}
        headingLevel="h1"
        title="Organization Not Available"
        body={`The organization in this address does not exist or is not assigned to you. ${
          tenant === null ? 'No organization is selected.' : `${tenant.displayName} is still selected.`
        }`}
        actions={<LinkButton to={paths.overview}>Choose Organization</LinkButton>}
      />
    </Card>
  );
}
