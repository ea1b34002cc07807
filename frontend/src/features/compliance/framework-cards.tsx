import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import type { FrameworkId, FrameworkSummary } from '@tenantry/contract/compliance';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { forcedColors } from '../../ui/forced-colors.ts';
import { Hint } from '../../ui/muted.tsx';
import { CoverageBar } from './coverage-bar.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 599px)': { gap: tokens.spacingHorizontalS },
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  item: { display: 'grid', minWidth: 0 },
  card: {
    display: 'grid',
    alignContent: 'start',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    '@media (max-width: 599px)': { padding: tokens.spacingHorizontalM },
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke1}`,
    boxShadow: `inset 0 0 0 ${tokens.strokeWidthThin} ${tokens.colorBrandStroke1}, ${tokens.shadow4}`,
    [forcedColors]: { border: `${tokens.strokeWidthThick} solid Highlight` },
  },
});

type Props = { frameworks: readonly FrameworkSummary[]; chosen: FrameworkId };

/** The frameworks with how much of each is assessed, to choose one of. */
export function FrameworkCards({ frameworks, chosen }: Props) {
  const styles = useStyles();
  return (
    <nav aria-label="Frameworks">
      <ul className={styles.list}>
        {frameworks.map((framework) => (
          <li key={framework.id} className={styles.item}>
            <FrameworkCard framework={framework} isChosen={framework.id === chosen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FrameworkCard({ framework, isChosen }: { framework: FrameworkSummary; isChosen: boolean }) {
  const styles = useStyles();
  const to = `${paths.compliance}?framework=${framework.id}`;
  const href = useHref(to);
  // The page stays where it is: what changes is below the cards.
  const onClick = useLinkClickHandler<HTMLAnchorElement>(to, { preventScrollReset: true });
  const { shortName, coverage, counts, mapping } = framework;
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={isChosen ? 'page' : undefined}
      className={mergeClasses(styles.card, isChosen && styles.chosen)}
    >
      <Text weight="semibold" size={400}>
        {shortName}
      </Text>
      <CoverageBar counts={counts} coverage={coverage} />
      <Text>
        {coverage.assessed} of {coverage.total} controls assessed
      </Text>
      <Hint>
        {coverage.judged} judged in this audit
        <br />
        {mapping.by === 'publisher' ? "Publisher's own ids" : 'Mapped by Tenantry'}
      </Hint>
    </a>
  );
}
