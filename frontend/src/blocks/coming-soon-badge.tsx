import { Badge, makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { ApiError } from '../lib/api-error.ts';

const useStyles = makeStyles({ badge: { alignSelf: 'flex-start', justifySelf: 'start' } });

/** A 404 that is not the API's own: the call is not served here at all. */
const isNotServed = (error: unknown) => error instanceof ApiError && error.status === 404 && error.code === 'UNKNOWN';

type Props = {
  /** What the page failed with. */
  error: unknown;
  /** The data that are not there yet, after 'live'. */
  what: string;
};

/** Says that data are not served yet, and logs it. Any other failure is an error, and shown as one. */
export function ComingSoonBadge({ error, what }: Props) {
  const styles = useStyles();
  const isShown = isNotServed(error);
  useEffect(() => {
    if (isShown) console.warn(`Live ${what}: not yet implemented on this server (404)`);
  }, [isShown, what]);
  return (
    isShown && (
      <Badge appearance="tint" color="informative" size="large" className={styles.badge}>
        Coming soon – live {what}
      </Badge>
    )
  );
}
