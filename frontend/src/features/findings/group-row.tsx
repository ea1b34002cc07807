import { makeStyles, mergeClasses, Skeleton, SkeletonItem, Text, tokens } from '@fluentui/react-components';
import type { FindingGroup } from '@tenantry/contract/findings';
import { HelpLink } from '../../blocks/help-link.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { forcedColors } from '../../ui/forced-colors.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { PointsBar } from './points-bar.tsx';
import { remedyPath } from './remedy-path.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) 160px',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': { gridTemplateColumns: '28px minmax(0, 1fr)' },
  },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    [forcedColors]: { outline: `${tokens.strokeWidthThick} solid Highlight` },
  },
  place: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', alignSelf: 'start' },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  points: { '@media (max-width: 639px)': { gridColumn: 2 } },
  // On a phone the facts wrap.
  loadingFacts: { height: '20px', '@media (max-width: 639px)': { height: '56px' } },
  loading: { display: 'grid', gap: tokens.spacingVerticalL },
  loadingButton: { width: '140px' },
});

/** Of findings whose checks this version no longer makes. */
const unknownRemedy = 'Findings of checks that are no longer made';

/** Where what needs a license is one row of the list. */
const licensePath = `${paths.findings}?status=open&category=conditional-access`;

function Title({ group: { remedy, needsLicense } }: { group: FindingGroup }) {
  if (remedy !== null) return <TextLink to={remedyPath(remedy.id)}>{remedy.title}</TextLink>;
  return needsLicense === null ? unknownRemedy : <TextLink to={licensePath}>Get {needsLicense}</TextLink>;
}

/** How many findings of other work are closed with it, as judging with it done showed. */
const othersOf = ({ gain }: FindingGroup): number => gain?.closes.filter(({ isOther }) => isOther).length ?? 0;

type Props = {
  place: number;
  group: FindingGroup;
  /** The points of the group that brings the most. */
  mostPoints: number;
  /** The list shows its findings alone. */
  isChosen: boolean;
};

/** One piece of work: what it closes and brings, what it takes, and how it is done. */
export function GroupRow({ place, group, mostPoints, isChosen }: Props) {
  const styles = useStyles();
  const { remedy, findings, severity, points, hours, needsLicense, freeSwitch } = group;
  return (
    <li className={mergeClasses(styles.root, isChosen && styles.chosen)}>
      <Text weight="semibold" className={styles.place}>
        {place}.
      </Text>
      <div className={styles.text}>
        <Text weight="semibold">
          <Title group={group} />
        </Text>
        <div className={styles.facts}>
          <SeverityBadge severity={severity} />
          <span>Closes {countOf(findings.length, 'finding')}</span>
          {othersOf(group) > 0 && <span>And {othersOf(group)} of other work</span>}
          <span>{countOf(hours, 'hour')}</span>
          {needsLicense !== null && <span>Counts once</span>}
          {freeSwitch !== null && (
            <span>Free{freeSwitch.score !== null && `: score ${freeSwitch.score} with it on`}</span>
          )}
          <HelpLink article={remedy?.id ?? null} of={remedy?.title ?? ''} />
          {isChosen && <span>Shown below</span>}
        </div>
      </div>
      {points !== null && (
        <div className={styles.points}>
          <PointsBar points={points} most={mostPoints} />
        </div>
      )}
    </li>
  );
}

/** In the place of rows that are on their way, and of the button below them. */
export function LoadingGroups({ count }: { count: number }) {
  const styles = useStyles();
  return (
    <Skeleton aria-label="Loading what to do first" className={styles.loading}>
      <div>
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and no order
          <div key={row} className={styles.root}>
            <span />
            <div className={styles.text}>
              <SkeletonItem size={20} />
              <SkeletonItem className={styles.loadingFacts} />
            </div>
            <div className={styles.points}>
              <SkeletonItem size={20} />
            </div>
          </div>
        ))}
      </div>
      <SkeletonItem size={32} className={styles.loadingButton} />
    </Skeleton>
  );
}
