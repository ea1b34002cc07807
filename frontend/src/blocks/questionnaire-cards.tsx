import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { clientProgress, questionAnswers } from '@tenantry/contract/questionnaire-labels';
import type { QuestionnaireId, QuestionnaireSummary } from '@tenantry/contract/questionnaires';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { forcedColors } from '../ui/forced-colors.ts';
import { Hint } from '../ui/muted.tsx';
import { Row } from '../ui/row.tsx';
import { QuestionAnswerBadge } from './questionnaire-badge.tsx';
import { useReaderWords } from './questionnaire-reader.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '@media (max-width: 999px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
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

type Props = {
  sets: readonly QuestionnaireSummary[];
  chosen: QuestionnaireId | null;
  /** Where a set is shown. */
  addressOf: (id: QuestionnaireId) => string;
};

/** The question sets with their figures, to choose one of. */
export function QuestionnaireCards({ sets, chosen, addressOf }: Props) {
  const styles = useStyles();
  return (
    <nav aria-label="Questionnaires">
      <ul className={styles.list}>
        {sets.map((set) => (
          <li key={set.id} className={styles.item}>
            <Card set={set} isChosen={set.id === chosen} to={addressOf(set.id)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Card({ set, isChosen, to }: { set: QuestionnaireSummary; isChosen: boolean; to: string }) {
  const styles = useStyles();
  const href = useHref(to);
  // The page stays where it is: what changes is below the cards.
  const onClick = useLinkClickHandler<HTMLAnchorElement>(to, { preventScrollReset: true });
  const { shortName, counts } = set;
  const { left } = useReaderWords();
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
      <Row as="span" gap="XS">
        {questionAnswers.map((answer) => (
          <QuestionAnswerBadge key={answer} answer={answer} count={counts[answer]} />
        ))}
      </Row>
      <Hint>
        {left}: {clientProgress(counts)}
      </Hint>
    </a>
  );
}
