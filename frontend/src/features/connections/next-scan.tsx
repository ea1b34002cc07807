import { Button, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { CalendarClockRegular } from '@fluentui/react-icons/svg/calendar-clock';
import type { AdminTenant } from '@tenantry/contract/connections';
import { ComingTime } from '../../ui/coming-time.tsx';
import { Hint } from '../../ui/muted.tsx';
import { scheduleText } from './schedule-texts.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalXS,
  },
  when: { display: 'grid', minWidth: 0 },
});

/** Why no scan is planned. */
function whyNone({ schedule, credentialStatus, lastScanDate }: AdminTenant): string {
  if (schedule?.frequency === 'off') return 'Off';
  if (credentialStatus !== 'connected' && credentialStatus !== 'failing') return 'Once connected';
  return lastScanDate === null ? 'After the first scan' : 'Not scheduled';
}

type Props = { tenant: AdminTenant; onEdit: () => void };

/** When a tenant is scanned next by itself, and the way to its schedule. */
export function NextScan({ tenant, onEdit }: Props) {
  const styles = useStyles();
  const { nextScanAt, schedule, orgName } = tenant;
  return (
    <span className={styles.root}>
      <span className={styles.when}>
        {nextScanAt === null ? whyNone(tenant) : <ComingTime instant={nextScanAt} />}
        {schedule !== null && schedule.frequency !== 'off' && (
          <Hint>{schedule.frequency === 'daily' ? 'Daily' : 'Weekly'}</Hint>
        )}
      </span>
      <Tooltip content={`Schedule: ${scheduleText(schedule)}`} relationship="description">
        <Button
          appearance="subtle"
          size="small"
          icon={<CalendarClockRegular />}
          aria-label={`Schedule: ${orgName}`}
          onClick={onEdit}
        />
      </Tooltip>
    </span>
  );
}
