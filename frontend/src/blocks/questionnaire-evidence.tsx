import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CircleHintFilled } from '@fluentui/react-icons/svg/circle-hint';
import { notInAuditLabel } from '@tenantry/contract/labels';
import type { AnswerEvidence, AnswerException } from '@tenantry/contract/questionnaires';
import { countOf, formatDate } from '../lib/format.ts';
import { Hint } from '../ui/muted.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const useStyles = makeStyles({
  check: {
    display: 'grid',
    gridTemplateColumns: '144px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'start',
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXS },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, overflowWrap: 'anywhere', justifyItems: 'start' },
});

/** That somebody took the risk on, in a sentence. */
function acceptedText(accepted: NonNullable<AnswerEvidence['accepted']>): string {
  const by = accepted.by === null ? '' : ` by ${accepted.by}`;
  const reason = accepted.reason === null ? '' : `: ${accepted.reason}`;
  return `Risk accepted${by} on ${formatDate(accepted.at)}, until ${formatDate(accepted.until)}${reason}`;
}

/** The checks that speak for an answer: what each said, of which data, read when. */
export function QuestionnaireEvidence({ evidence }: { evidence: readonly AnswerEvidence[] }) {
  const styles = useStyles();
  return (
    <PlainList gap="M" aria-label="Evidence">
      {evidence.map((check) => (
        <li key={check.checkId} className={styles.check}>
          <span>
            {check.status === null ? (
              <StatusBadge label={notInAuditLabel} color="subtle" icon={<CircleHintFilled />} />
            ) : (
              <VerdictBadge status={check.status} />
            )}
          </span>
          <div className={styles.text}>
            <Text weight="semibold">{check.title}</Text>
            <Text>{check.message}</Text>
            {check.observed.length > 0 && <ShortList label="Observations" items={check.observed} />}
            {check.accepted !== null && <Text>{acceptedText(check.accepted)}</Text>}
            <Hint>
              Source: {check.sources.join(', ')}
              {check.readAt !== null && ` · Read ${formatDate(check.readAt)}`}
            </Hint>
          </div>
        </li>
      ))}
    </PlainList>
  );
}

/** What a yes is not true of, by name. */
export function QuestionnaireExceptions({ exceptions }: { exceptions: readonly AnswerException[] }) {
  const styles = useStyles();
  return (
    <PlainList gap="S" aria-label="Exceptions">
      {exceptions.map((one) => (
        <li key={`${one.checkId} ${one.isDeclared}`} className={styles.text}>
          <Text weight="semibold">
            Except {countOf(one.count, 'one', 'of these')} ({one.title}
            {one.isDeclared && ', left out on purpose'})
          </Text>
          <ShortList label="Exceptions" items={one.listed.map(({ name }) => name)} firstShown={5} />
          {one.accepted !== null && <Hint>{acceptedText(one.accepted)}</Hint>}
        </li>
      ))}
    </PlainList>
  );
}
