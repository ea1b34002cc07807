import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, maxWidth: '80ch', overflowWrap: 'anywhere' },
  title: { margin: 0 },
});

/** What to do first, in plain words: what can happen, and what is proposed. */
export function OverviewMatters({ summary: { matters, mattersLeft, score } }: { summary: ClientSummary }) {
  const styles = useStyles();
  return (
    <SectionCard title="What to do first">
      {matters.length === 0 ? (
        <Muted>
          {score === null
            ? 'Nothing could be checked, so that nothing is known. This does not mean that all is well.'
            : 'No weakness is open among what could be checked.'}
        </Muted>
      ) : (
        <PlainList as="ol" gap="L" aria-label="What to do first">
          {matters.map(({ topic, risk, proposal, severity, closes }) => (
            <li key={topic} className={styles.item}>
              <Subtitle2 as="h3" className={styles.title}>
                {topic}
              </Subtitle2>
              <Row gap="S" align="center">
                <SeverityBadge severity={severity} />
                <Hint>closes {countOf(closes, 'weakness', 'weaknesses')}</Hint>
              </Row>
              <Text>
                <b>What can happen:</b> {risk}
              </Text>
              <Text>
                <b>What we propose:</b> {proposal}
              </Text>
            </li>
          ))}
        </PlainList>
      )}
      {mattersLeft > 0 && (
        <Muted>
          {countOf(mattersLeft, 'further step is', 'further steps are')} open. Your provider has the whole list.
        </Muted>
      )}
    </SectionCard>
  );
}
