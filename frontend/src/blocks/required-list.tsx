import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '../lib/format.ts';
import { PlainList } from '../ui/plain-list.tsx';
import { PermissionUse } from './permission-use.tsx';
import { requiredPermissionsQuery } from './required-permissions-query.ts';

const useStyles = makeStyles({
  summary: { cursor: 'pointer' },
  list: { paddingTop: tokens.spacingVerticalS },
});

type Props = {
  label: string;
  /** What is read before it is opened. */
  summary: (permissions: string) => string;
};

/** The permissions that the app registration has to ask for, one click away. Nothing where they cannot be told. */
export function RequiredList({ label, summary }: Props) {
  const styles = useStyles();
  const { data } = useQuery(requiredPermissionsQuery());
  if (data === undefined) return null;
  return (
    <details>
      <summary className={styles.summary}>{summary(countOf(data.length, 'permission'))}</summary>
      <PlainList gap="S" className={styles.list} aria-label={label}>
        {data.map((permission) => (
          <li key={permission.permission}>
            <PermissionUse permission={permission} />
          </li>
        ))}
      </PlainList>
    </details>
  );
}
