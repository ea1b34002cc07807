import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ReportTimeZone } from '@tenantry/contract/report-settings';
import type * as z from 'zod/mini';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { reportTimeZoneQuery } from './report-queries.ts';

const TimeZoneDialog = onDemand(async () => (await import('./time-zone-dialog.tsx')).TimeZoneDialog);

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** In which time zone the reports of a tenant tell times; administrators change it. */
export function TimeZoneLine({ tenantId }: { tenantId: string }) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const query = useQuery(reportTimeZoneQuery(tenantId));
  const { opened, open, close, fallback } = useOpened<z.infer<typeof ReportTimeZone>>();
  if (query.data === undefined) return query.isError ? 'The time zone of the reports is not known' : 'Loading…';
  const { timeZone, inForce } = query.data;
  return (
    <span className={styles.root}>
      Times in reports: {inForce}
      {timeZone === null && ' (default)'}
      {isAdmin && (
        <Button ref={fallback} size="small" appearance="subtle" onClick={() => open(query.data)}>
          Change time zone
        </Button>
      )}
      {opened && <TimeZoneDialog tenantId={tenantId} zone={opened} onClose={close} />}
    </span>
  );
}
