import { Badge, Link, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { severityLabels } from '@tenantry/contract/labels';
import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { Link as RouteLink } from 'react-router-dom';
import { standingText } from '../../blocks/alignment-texts.ts';
import { HealthBadge } from '../../blocks/health-badge.tsx';
import { TroubleActions } from '../../blocks/trouble-actions.tsx';
import { TroubleFacts } from '../../blocks/trouble-facts.tsx';
import { countOf, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { Row } from '../../ui/row.tsx';
import { alertsText, changeText, incidentText, recentChangesText } from './tenant-row-texts.ts';

const phone = '@media (max-width: 839px)';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 104px 64px 88px 112px 20px',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  name: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  // One line under the name where there is no room for columns.
  figures: {
    display: 'contents',
    [phone]: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalL, gridColumn: '1 / -1' },
  },
  badge: { justifySelf: 'start' },
  figure: { fontVariantNumeric: 'tabular-nums' },
  chevron: { lineHeight: 0, fontSize: '20px', [phone]: { display: 'none' } },
  // Small text: the first red is too dark for it on the dark canvas.
  incident: { color: tokens.colorStatusDangerForeground3 },
  why: { gridColumn: '1 / -1', display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  course: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalL },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalM}`,
  },
  // 24 pixels are the least that is hit with a finger (WCAG 2.2, 2.5.8).
  action: { display: 'inline-block', lineHeight: '24px' },
});

/** One tenant: how it stands, why, and what mends it. It leads to its dashboard. */
export function TenantRow({ tenant }: { tenant: TenantSummary }) {
  const styles = useStyles();
  const { tenantId, tenantName, trouble, incident } = tenant;
  const score = tenant.secureScore === null ? '—/100' : `${Math.round(tenant.secureScore)}/100`;
  const issues = tenant.openIssuesCount === null ? '— issues' : countOf(tenant.openIssuesCount, 'issue');
  const audited = tenant.lastAuditDate === null ? 'No audit' : formatDate(tenant.lastAuditDate);
  return (
    <>
      <RouteLink className={styles.row} to={inTenant(paths.dashboard, tenantId)}>
        <span className={styles.name}>
          <Row as="span" gap="S" align="center">
            <Text weight="semibold">{tenantName}</Text>
            {tenant.isMock && (
              <Badge appearance="outline" color="informative" size="small">
                Simulated
              </Badge>
            )}
          </Row>
          <Text size={200} className={styles.quiet}>
            {tenant.domain}
          </Text>
        </span>
        <span className={styles.badge}>
          <HealthBadge health={tenant.status} />
        </span>
        <span className={styles.figures}>
          <Text className={styles.figure}>{score}</Text>
          <Text className={styles.figure}>{issues}</Text>
          <Text className={mergeClasses(styles.figure, styles.quiet)}>{audited}</Text>
        </span>
        <span className={styles.chevron} aria-hidden>
          <ChevronRightRegular />
        </span>
        <Why tenant={tenant} />
      </RouteLink>
      {incident?.url && (
        <div className={styles.actions}>
          <Link
            className={styles.action}
            href={incident.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open at Microsoft: ${incident.title} (${tenantName})`}
          >
            Open at Microsoft
          </Link>
        </div>
      )}
      {trouble && (
        <div className={styles.actions}>
          <TroubleActions tenantId={tenantId} name={tenantName} trouble={trouble} />
        </div>
      )}
    </>
  );
}

/** Why it needs somebody, and whether it became worse. */
function Why({ tenant }: { tenant: TenantSummary }) {
  const styles = useStyles();
  const { trouble, incident, topReason, lastAuditDate, recentChanges } = tenant;
  const changes = recentChangesText(tenant);
  return (
    <span className={styles.why}>
      {incident && (
        <Text size={200} weight="semibold" className={styles.incident}>
          {incidentText(incident)}
        </Text>
      )}
      {changes !== null && (
        <Text size={200} weight="semibold" className={recentChanges.critical > 0 ? styles.incident : undefined}>
          {changes}
        </Text>
      )}
      {trouble ? (
        <TroubleFacts trouble={trouble} lastAuditDate={lastAuditDate} />
      ) : (
        topReason && (
          <Text size={200}>
            {topReason.severity !== null && <b>{severityLabels[topReason.severity]}: </b>}
            {topReason.text}
          </Text>
        )
      )}
      <Course tenant={tenant} />
    </span>
  );
}

function Course({ tenant }: { tenant: TenantSummary }) {
  const styles = useStyles();
  // That nothing new is known is said above already.
  const change = tenant.trouble === null ? changeText(tenant) : null;
  const alerts = alertsText(tenant);
  const [worst] = tenant.baselines;
  const isWorse = tenant.change?.direction === 'worse';
  const hasAlerts = (tenant.openAlerts ?? 0) > 0;
  return (
    <span className={styles.course}>
      {change !== null && (
        <Text size={200} weight={isWorse ? 'semibold' : 'regular'} className={isWorse ? undefined : styles.quiet}>
          {change}
        </Text>
      )}
      {alerts !== null && (
        <Text size={200} weight={hasAlerts ? 'semibold' : 'regular'} className={hasAlerts ? undefined : styles.quiet}>
          {alerts}
        </Text>
      )}
      {worst && (
        <Text
          size={200}
          weight={worst.state === 'deviating' ? 'semibold' : 'regular'}
          className={worst.state === 'deviating' ? undefined : styles.quiet}
        >
          {standingText(tenant.baselines)}
        </Text>
      )}
    </span>
  );
}
