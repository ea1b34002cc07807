import { Card, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useLocation } from 'react-router-dom';
import { useSignedIn } from '../lib/session.ts';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    bottom: tokens.spacingVerticalL,
    insetInlineStart: tokens.spacingHorizontalL,
    zIndex: 100,
    fontFamily: tokens.fontFamilyMonospace,
  },
});

/** What the application holds of the session, for whoever set `tenantry.debug` to `true` in this browser's storage. */
export function DebugPanel() {
  const styles = useStyles();
  const { pathname } = useLocation();
  const { user, tenant, tenants, tenantsError } = useSignedIn();
  const lines = [
    `path: ${pathname}`,
    `user: ${user.username} (${user.id})`,
    `role: ${user.role}; roles: ${user.roles.join(', ')}`,
    `tenant: ${tenant === null ? 'none' : `${tenant.name} (${tenant.id})`}`,
    `tenants in scope: ${tenants.length}${tenantsError === null ? '' : ` (${tenantsError})`}`,
  ];
  return (
    <Card className={styles.root} role="complementary" aria-label="Debug panel">
      {lines.map((line) => (
        <Text key={line} size={200} font="monospace">
          {line}
        </Text>
      ))}
    </Card>
  );
}
