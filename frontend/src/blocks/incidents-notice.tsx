import { Link, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Audit } from '@tenantry/contract/audits';
import type { Incident } from '@tenantry/contract/incidents';
import { countOf, formatDateTime } from '../lib/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { latestAuditQuery } from './latest-audit-query.ts';

const useStyles = makeStyles({
  item: { overflowWrap: 'anywhere' },
});

/** Where one begins to look; of one without a page its name alone. */
function IncidentLine({ incident: { title, url } }: { incident: Incident }) {
  if (url === null) return title;
  return (
    <Link href={url} target="_blank" rel="noreferrer" inline>
      {title}
    </Link>
  );
}

/** What may be an attack under way, before every setting; nothing where the audit saw none. */
export function IncidentsNotice({ audit: { incidents, auditTimestamp } }: { audit: Audit }) {
  const styles = useStyles();
  const leading = incidents?.items.filter(({ leads }) => leads) ?? [];
  if (leading.length === 0) return null;
  return (
    <Notice intent="error" title={`Look at this first: ${countOf(leading.length, 'possible attack')}`}>
      <PlainList gap="XS" aria-label="Possible attacks">
        {leading.map((incident) => (
          <li key={`${incident.title} ${incident.url}`} className={styles.item}>
            <IncidentLine incident={incident} />
          </li>
        ))}
      </PlainList>
      {auditTimestamp !== null && <span>As Microsoft reported at the audit of {formatDateTime(auditTimestamp)}.</span>}
    </Notice>
  );
}

/** The same of a tenant by its latest audit, where the page shows no audit itself; nothing while that is on its way. */
export function TenantIncidents({ tenantId }: { tenantId: string }) {
  const { data } = useQuery(latestAuditQuery(tenantId));
  return data ? <IncidentsNotice audit={data} /> : null;
}
