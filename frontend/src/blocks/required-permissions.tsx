import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { Hint } from '../ui/muted.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { PermissionGroups } from './permission-groups.tsx';
import { tenantPermissionsQuery } from './tenant-permissions-query.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
});

/** The permissions of Microsoft Graph that a tenant has to grant: missing, not known, granted. */
export function RequiredPermissions({ tenantId }: { tenantId: string }) {
  const styles = useStyles();
  const query = useQuery(tenantPermissionsQuery(tenantId));
  return (
    <section className={styles.root} aria-label="Required permissions">
      <Text weight="semibold">Required permissions</Text>
      <Hint>Microsoft Graph permissions, with an administrator’s consent</Hint>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={32} label="Loading the permissions" />}
        errorTitle="The permissions could not be loaded"
      >
        {({ permissions, unknownBecause }) => (
          <>
            {unknownBecause !== null && <Notice intent="info">Granted permissions not known: {unknownBecause}</Notice>}
            <PermissionGroups permissions={permissions} />
          </>
        )}
      </QueryState>
    </section>
  );
}
