import { Badge, Button, makeStyles, Tooltip } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons/svg/alert';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { unreadNoticesQuery } from '../blocks/unread-notices-query.ts';
import { paths } from '../lib/paths.ts';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'inline-flex' },
  count: { position: 'absolute', top: 0, insetInlineEnd: 0, pointerEvents: 'none' },
});

/** The way to what concerned the user, with how much of it is unread; where that could not be asked, without a number. */
export function NotificationBell() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { data } = useQuery(unreadNoticesQuery());
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`;
  return (
    <span className={styles.root}>
      <Tooltip content={label} relationship="label">
        <Button appearance="subtle" icon={<AlertRegular />} onClick={() => navigate(paths.notifications)} />
      </Tooltip>
      {unread > 0 && (
        <Badge aria-hidden className={styles.count} size="small" color="danger">
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
    </span>
  );
}
