import { Button, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { askMicrosoft, type FindingDetails } from '@tenantry/contract/findings';
import type { MicrosoftAnswer } from '@tenantry/contract/microsoft-answers';
import { witnessFacts } from '../../blocks/witness-facts.ts';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactList, Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { findingQuery } from './findings-queries.ts';

const outcomes = {
  confirmed: { title: 'Microsoft confirms it.', intent: 'success' },
  disagrees: { title: 'Microsoft disagrees.', intent: 'warning' },
  cannotBeAsked: { title: 'Microsoft cannot be asked.', intent: 'info' },
} as const;
const noAnswer = { title: 'Microsoft gave no answer.', intent: 'info' } as const;

const outcomeOf = ({ outcome, isForNow }: MicrosoftAnswer) => (isForNow ? noAnswer : outcomes[outcome]);

const applying = (names: readonly string[]): string =>
  `${names.map((name) => `“${name}”`).join(', ')} ${names.length === 1 ? 'applies' : 'apply'}`;

function answerText({ outcome, because, applied }: MicrosoftAnswer): string {
  if (outcome === 'cannotBeAsked') return because;
  const names = (protects: boolean): string[] =>
    applied.filter((policy) => policy.protects === protects).map(({ name }) => name);
  if (outcome === 'disagrees')
    return `Tenantry found that no policy stops this sign-in. Microsoft says that ${applying(names(true))} to it. Scan and ask again: policies may have changed. If it stays so, one of the two is wrong.`;
  const others = names(false);
  return others.length === 0
    ? 'By its own evaluation no policy that is on applies to this sign-in.'
    : `By its own evaluation ${applying(others)} to this sign-in, and ${others.length === 1 ? 'does not do' : 'none does'} what this check asks for.`;
}

const byWhom = (askedBy: string): string => (askedBy === 'scanner' ? 'by a scan' : `by ${askedBy}`);

function Answer({ answer }: { answer: MicrosoftAnswer }) {
  const { title, intent } = outcomeOf(answer);
  const { failedTry: again } = answer;
  return (
    <>
      <Notice intent={intent} title={title}>
        {answerText(answer)}
      </Notice>
      <Hint>
        Asked {formatDateTime(answer.askedAt)} {byWhom(answer.askedBy)}
      </Hint>
      {again && (
        <Hint>{`Asked again ${formatDateTime(again.askedAt)} ${byWhom(again.askedBy)}, without an answer: ${again.because}`}</Hint>
      )}
    </>
  );
}

/** What came of asking; nothing where meanwhile another sign-in gets past. */
function toastOf({ witness, microsoftAnswer: answer }: FindingDetails, asked: FindingDetails) {
  if (answer === null || JSON.stringify(witness) !== JSON.stringify(asked.witness))
    return { title: 'The finding has changed; look again.', intent: 'info' as const };
  return answer.failedTry ? noAnswer : outcomeOf(answer);
}

/** Asks Microsoft what it makes of the sign-in; the finding keeps the answer. */
function AskButton({ finding }: { finding: FindingDetails }) {
  const client = useQueryClient();
  const { submit, pending } = useAction('Microsoft could not be asked', async () => {
    const details = await call(askMicrosoft, { params: { findingId: finding.id }, tenantId: finding.tenantId });
    client.setQueryData(findingQuery(finding.id).queryKey, details);
    showToast(toastOf(details, finding));
  });
  return (
    <Row gap="S">
      <Button onClick={() => void submit()} disabledFocusable={pending}>
        {pending ? 'Asking Microsoft…' : 'Ask Microsoft'}
      </Button>
    </Row>
  );
}

/** Security defaults do less than is asked for, and none of it is a policy past which anybody gets. */
const isUnderDefaults = ({ category, evidence }: FindingDetails): boolean =>
  ['conditional-access', 'mfa'].includes(category) &&
  evidence.some(({ dataset, observed }) => dataset === 'securityDefaults' && observed === 'isEnabled = true');

const NoWitness = () => (
  <Part title="A sign-in that gets past">
    <Text>
      None is shown: security defaults are on, which prompt by the risk that Microsoft sees, and Microsoft’s evaluation
      of policies says nothing of them.
    </Text>
  </Part>
);

/** The sign-in that shows that a finding of Conditional Access is right, and what Microsoft says of it; nothing without one. */
export function WitnessBlock({ finding }: { finding: FindingDetails }) {
  const isTechnician = useHasRole('technician');
  const { witness, microsoftAnswer: answer } = finding;
  // What is resolved lets nobody past any more.
  if (finding.status === 'resolved') return null;
  if (witness === null) return isUnderDefaults(finding) ? <NoWitness /> : null;
  return (
    <Part title="A sign-in that gets past">
      <Text>One example, as usual as can be: what is unusual about it is what the policies leave open.</Text>
      <FactList facts={witnessFacts(witness)} />
      {answer !== null && <Answer answer={answer} />}
      {isTechnician && <AskButton finding={finding} />}
    </Part>
  );
}
