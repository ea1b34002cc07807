import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import type { Audit } from '@tenantry/contract/audits';
import { notCheckedText } from '@tenantry/contract/coverage-texts';
import { VerdictStatus } from '@tenantry/contract/verdicts';
import { JudgmentBadge } from '../../blocks/judgment-badge.tsx';
import { TroubleBadge } from '../../blocks/trouble-badge.tsx';
import { troubleTitle } from '../../blocks/trouble-texts.ts';
import { useNoAuditReason } from '../../blocks/use-no-audit-reason.ts';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf, formatDateTime, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { ScoreRing } from '../../ui/score-ring.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  text: { display: 'grid', gap: tokens.spacingVerticalM, flex: '1 1 240px', minWidth: 0 },
  counts: {
    margin: 0,
    // Each as wide as its word, which no grid of equal columns is: five would leave one alone or break the longest.
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    alignItems: 'flex-start',
    whiteSpace: 'nowrap',
    paddingTop: tokens.spacingVerticalM,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  count: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The score with what it rests on, and where the data come from. */
export function AuditHero({ audit }: { audit: Audit }) {
  const styles = useStyles();
  const { coverage, overallScore, isSample } = audit;
  return (
    <SectionCard title={isSample ? 'Overall score (Sample)' : 'Overall score'}>
      <Row gap="XXL" align="center">
        <ScoreRing
          score={overallScore}
          label={isSample ? 'Sample score' : 'Overall score'}
          size={144}
          isGray={isSample || audit.trouble !== null}
        />
        <div className={styles.text}>
          <Row gap="S">
            {audit.trouble && <TroubleBadge kind={audit.trouble.kind} />}
            {!isSample && <AuditJudgment audit={audit} />}
            {!isSample && <CriticalIssues count={audit.criticalIssues} isOld={audit.trouble !== null} />}
            <Badge appearance="tint" color={audit.isSimulated ? 'warning' : 'success'} shape="rounded">
              {audit.isSimulated ? 'Simulated Data' : 'Live'}
            </Badge>
            {isSample && (
              <Badge appearance="outline" color="warning" shape="rounded">
                Sample
              </Badge>
            )}
          </Row>
          <Stack gap="XXS">
            <Text size={400} weight="semibold">
              {scoreText(audit)}
            </Text>
            {coverage !== null && (
              <Muted>
                <span>
                  {isSample || audit.overallStatusUnknownBecause === null
                    ? `${coverage.percent}% of the checks could be judged. The score counts only these.`
                    : audit.overallStatusUnknownBecause}
                </span>{' '}
                <span>{notCheckedText(coverage)}</span> <SetUp audit={audit} />
              </Muted>
            )}
            {!isSample && (
              <Muted>
                {audit.trouble && `${troubleTitle(audit.trouble)} · `}
                {audit.auditTimestamp === null ? 'Never audited' : `Audited ${formatDateTime(audit.auditTimestamp)}`}
                {audit.userCount !== null && ` · ${countOf(audit.userCount, 'user')}`}
              </Muted>
            )}
          </Stack>
        </div>
      </Row>
      <VerdictCounts audit={audit} />
      <LicenseGroups audit={audit} />
      <Reason audit={audit} />
    </SectionCard>
  );
}

/** Where administrators set up what some checks wait for. */
function SetUp({ audit: { tenantId, coverage, isSample } }: { audit: Audit }) {
  const isAdmin = useHasRole('admin');
  if (!isAdmin || isSample || !coverage?.notSetUp) return null;
  return (
    <TextLink to={paths.adminTenantConfiguration.replace(':id', tenantId)} inline>
      Set up tenant configuration
    </TextLink>
  );
}

/** Where nothing new is known, what was well is not said to be; what failed is. */
function AuditJudgment({ audit: { overallStatus, trouble } }: { audit: Audit }) {
  if (trouble !== null && overallStatus === null) return null;
  return <JudgmentBadge status={overallStatus ?? 'unknown'} />;
}

function Reason({ audit: { reason, isSample } }: { audit: Audit }) {
  const noAuditReason = useNoAuditReason(reason);
  const text = isSample ? noAuditReason : reason;
  return text !== null && <Notice intent={isSample ? 'warning' : 'info'}>{text}</Notice>;
}

function scoreText({ overallScore, coverage, reason }: Audit): string {
  if (overallScore === null) return `Score not known. ${reason ?? 'No check could be judged.'}`;
  return coverage === null
    ? `${overallScore}/100`
    : `${overallScore}/100, ${coverage.evaluated} of ${coverage.applicable} checks`;
}

function CriticalIssues({ count, isOld }: { count: number | null; isOld: boolean }) {
  // That there were none says nothing about now.
  if (count === null || (isOld && count === 0)) {
    return (
      <Badge appearance="tint" color="informative" shape="rounded">
        Critical issues not known
      </Badge>
    );
  }
  return (
    <Badge
      appearance="tint"
      color={count > 0 ? 'danger' : 'success'}
      icon={count > 0 ? <ErrorCircleFilled /> : undefined}
      shape="rounded"
    >
      {count === 0 ? 'No critical issues' : countOf(count, 'critical issue')}
    </Badge>
  );
}

/** Checks that only a license can mend are one issue, though each is counted among the checks. */
function LicenseGroups({ audit }: { audit: Audit }) {
  const needed = Object.values(audit.categories ?? {})
    .flatMap((category) => category.verdicts)
    .flatMap(({ needsLicense }) => needsLicense ?? []);
  const groups = [...new Set(needed)].map((license) => ({
    license,
    size: needed.filter((one) => one === license).length,
  }));
  return groups
    .filter(({ size }) => size > 1)
    .map(({ license, size }) => (
      <Muted key={license}>
        {formatNumber(size)} checks need {license} and count as one issue.
      </Muted>
    ));
}

/** How many checks came to each verdict. */
function VerdictCounts({ audit }: { audit: Audit }) {
  const styles = useStyles();
  const verdicts = Object.values(audit.categories ?? {}).flatMap((category) => category.verdicts);
  const counted = VerdictStatus.options
    .map((status) => ({ status, count: verdicts.filter((verdict) => verdict.status === status).length }))
    .filter(({ count }) => count > 0);
  return (
    <dl className={styles.counts} aria-label="Checks by verdict">
      {counted.map(({ status, count }) => (
        <div key={status}>
          <dt>
            <VerdictBadge status={status} />
          </dt>
          <dd className={styles.count}>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
