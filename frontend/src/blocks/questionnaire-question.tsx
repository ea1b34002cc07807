import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { GivenText, QuestionView } from '@tenantry/contract/questionnaires';
import { useId, useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { Hint, Muted } from '../ui/muted.tsx';
import { AnswerBadge } from './questionnaire-badge.tsx';
import { QuestionnaireEvidence, QuestionnaireExceptions } from './questionnaire-evidence.tsx';

const phone = '@media (max-width: 699px)';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    paddingTop: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  number: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  body: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0, overflowWrap: 'anywhere' },
  text: { margin: 0 },
  badge: { [phone]: { order: -1 } },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  given: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThicker} solid ${tokens.colorNeutralStroke1}`,
  },
  lines: { whiteSpace: 'pre-line' },
});

type Props = {
  question: QuestionView;
  /** What the button to answer or comment is called; null where the reader may not. */
  giveLabel: string | null;
  onGive: () => void;
};

/** A question with its answer, what is excepted, why, and the evidence on demand. */
export function QuestionnaireQuestion({ question, giveLabel, onGive }: Props) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const { number, reference, text, answer, because, exceptions, evidence, beyond, given, judgedAt } = question;
  return (
    <li className={styles.root} aria-labelledby={titleId}>
      <span className={styles.number}>
        {number}
        {reference !== null && <Hint block>{reference}</Hint>}
      </span>
      <div className={styles.body}>
        <Text as="h4" block weight="semibold" id={titleId} className={styles.text}>
          {text}
        </Text>
        {(answer !== null || given?.answer == null) && <Because lines={because} />}
        {exceptions.length > 0 && <QuestionnaireExceptions exceptions={exceptions} />}
        {given !== null && <Given given={given} isComment={answer !== null} />}
        {beyond !== null && <Hint>{beyond}</Hint>}
        {judgedAt !== null && <Hint>Judged {formatDate(judgedAt)} from Microsoft 365</Hint>}
        <div className={styles.actions}>
          {evidence.length > 0 && (
            <Button size="small" aria-expanded={isOpen} aria-describedby={titleId} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide evidence' : 'Evidence'}
            </Button>
          )}
          {giveLabel !== null && (
            <Button size="small" aria-describedby={titleId} onClick={onGive}>
              {giveLabel}
            </Button>
          )}
        </div>
        {isOpen && <QuestionnaireEvidence evidence={evidence} />}
      </div>
      <span className={styles.badge}>
        <AnswerBadge answer={answer} given={given} />
      </span>
    </li>
  );
}

function Because({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <Muted key={line} block>
      {line}
    </Muted>
  ));
}

function Given({ given, isComment }: { given: GivenText; isComment: boolean }) {
  const styles = useStyles();
  const { text, by, isOnBehalf, at, isToConfirm } = given;
  return (
    <div className={styles.given}>
      {isComment && <Hint>Comment of the client</Hint>}
      {text !== '' && <Text className={styles.lines}>{text}</Text>}
      <Hint>
        {by}
        {isOnBehalf && ', on the client’s behalf'} · {formatDate(at)}
        {isToConfirm && ' · Older than a year: please confirm'}
      </Hint>
    </div>
  );
}
