import { Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { AskedApproval, OfferedRisk } from '@tenantry/contract/client-decisions';
import { type ReactNode, useId } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatDate } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';
import { type Answer, type Decision, headingOf, outcomeText } from './decisions.ts';
import { useRoom } from './room-context.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, maxWidth: '80ch', overflowWrap: 'anywhere' },
  title: { margin: 0 },
  text: { whiteSpace: 'pre-line' },
});

type Props = { decision: Decision; onAnswer: (answer: Answer) => void };

/** Something that waits: what it is about, who asks, and the ways to answer. */
export function WaitingDecision({ decision, onAnswer }: Props) {
  return (
    <Frame decision={decision} heading="h2">
      {decision.kind === 'approval' ? <Work item={decision.item} /> : <Risk item={decision.item} />}
      <Buttons decision={decision} onAnswer={onAnswer} />
    </Frame>
  );
}

/** Something that was decided, with who did and when. */
export function AnsweredDecision({ decision }: { decision: Decision }) {
  const styles = useStyles();
  const { outcome } = decision.item;
  return (
    <Frame decision={decision} heading="h3">
      {decision.kind === 'approval' ? <ProposedWork item={decision.item} /> : <AcceptedRisk item={decision.item} />}
      {outcome !== null && (
        <>
          <Text>{outcomeText(outcome)}</Text>
          {outcome.comment !== null && <Text className={styles.text}>“{outcome.comment}”</Text>}
        </>
      )}
    </Frame>
  );
}

type FrameProps = { decision: Decision; heading: 'h2' | 'h3'; children: ReactNode };

function Frame({ decision, heading, children }: FrameProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <article className={styles.root} aria-labelledby={titleId}>
      <Subtitle2 as={heading} id={titleId} className={styles.title}>
        {headingOf(decision)}
      </Subtitle2>
      <Hint>{kindOf(decision)}</Hint>
      {children}
    </article>
  );
}

/** What it is, or was: of what is answered nothing is to be done any more. */
function kindOf({ kind, item: { outcome } }: Decision): string {
  if (kind === 'approval') return outcome === null ? 'Work to approve' : 'Work';
  return outcome === null ? 'Risk to accept' : 'Risk';
}

/** What would be done, and what that is for. */
export function ProposedWork({ item }: { item: AskedApproval }) {
  return (
    <>
      {item.topic !== null && (
        <Text>
          <b>The work:</b> {item.title}
        </Text>
      )}
      {item.risk !== null && (
        <Text>
          <b>What can happen:</b> {item.risk}
        </Text>
      )}
      {item.proposal !== null && (
        <Text>
          <b>What we propose:</b> {item.proposal}
        </Text>
      )}
    </>
  );
}

function Work({ item }: { item: AskedApproval }) {
  const styles = useStyles();
  return (
    <>
      <ProposedWork item={item} />
      <Text className={styles.text}>“{item.message}”</Text>
      <Hint>
        {item.askedBy} asked on {formatDate(item.askedAt)}
      </Hint>
    </>
  );
}

function Risk({ item }: { item: OfferedRisk }) {
  const styles = useStyles();
  return (
    <>
      <Row gap="S" align="center">
        <SeverityBadge severity={item.severity} />
        {item.topic !== null && <Hint>{item.title}</Hint>}
      </Row>
      <Text className={styles.text}>
        <b>What can happen:</b> {item.consequence}
      </Text>
      <Text>
        <b>It would be accepted until:</b> {formatDate(item.until)}
      </Text>
      <Hint>
        {item.offeredBy} asked on {formatDate(item.offeredAt)}
      </Hint>
    </>
  );
}

/** Of a risk that they took on: what it is, and until when. */
function AcceptedRisk({ item }: { item: OfferedRisk }) {
  return (
    <>
      <Text>
        <b>What can happen:</b> {item.consequence}
      </Text>
      {item.outcome?.answer === 'accepted' && (
        <Text>
          <b>Accepted until:</b> {formatDate(item.until)}
        </Text>
      )}
    </>
  );
}

function Buttons({ decision, onAnswer }: Props) {
  const { isPreview } = useRoom();
  const hintId = useId();
  const [answer, label] =
    decision.kind === 'approval' ? (['approved', 'Approve'] as const) : (['accepted', 'Accept this risk'] as const);
  const shared = { disabledFocusable: isPreview, 'aria-describedby': isPreview ? hintId : undefined };
  return (
    <>
      <Row gap="S">
        <Button
          appearance="primary"
          aria-label={`${label}: ${headingOf(decision)}`}
          onClick={() => onAnswer(answer)}
          {...shared}
        >
          {label}
        </Button>
        <Button aria-label={`Decline: ${headingOf(decision)}`} onClick={() => onAnswer('declined')} {...shared}>
          Decline
        </Button>
      </Row>
      {isPreview && <Hint id={hintId}>Preview: only the client can answer.</Hint>}
    </>
  );
}
