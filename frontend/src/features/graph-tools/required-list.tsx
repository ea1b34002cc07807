import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { PermissionUse } from '../../blocks/permission-use.tsx';
import { requiredPermissionsQuery } from '../../blocks/required-permissions-query.ts';
import { countOf } from '../../lib/format.ts';

const useStyles = makeStyles({
  summary: { cursor: 'pointer' },
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    paddingTop: tokens.spacingVerticalS,
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
});

/** The permissions that the app registration has to ask for, one click away. */
export function RequiredList() {
  const styles = useStyles();
  const { data } = useQuery(requiredPermissionsQuery());
  if (data === undefined) return null;
  return (
    <details>
      <summary className={styles.summary}>{countOf(data.length, 'permission')} of Microsoft Graph</summary>
      <ul className={styles.list} aria-label="Required permissions">
        {data.map((permission) => (
          <li key={permission.permission}>
            <PermissionUse permission={permission} />
          </li>
        ))}
      </ul>
    </details>
  );
}
