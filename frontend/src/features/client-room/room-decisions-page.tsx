import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { useQuery } from '@tanstack/react-query';
import type { ClientDecisions } from '@tenantry/contract/client-decisions';
import { useState } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { AnsweredDecision, WaitingDecision } from './decision-card.tsx';
import { type Answer, type Decision, decisionsOf, keyOf } from './decisions.ts';
import { useRoom } from './room-context.ts';
import { clientDecisionsQuery } from './room-queries.ts';

const AnswerDialog = onDemand(async () => (await import('./answer-dialog.tsx')).AnswerDialog);

/** What the provider asked the client, and what became of it. */
export function RoomDecisionsPage() {
  const { tenantId } = useRoom();
  const query = useQuery(clientDecisionsQuery(tenantId));
  return (
    <PageShell title="Decisions" subtitle="What your provider asks you, and what was answered">
      <QueryState query={query} loadingLabel="Loading the decisions" errorTitle="The decisions could not be loaded">
        {(decisions) => <Decisions decisions={decisions} />}
      </QueryState>
    </PageShell>
  );
}

const useStyles = makeStyles({
  item: {
    ':not(:first-child)': {
      paddingTop: tokens.spacingVerticalL,
      borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    },
  },
});

function Decisions({ decisions }: { decisions: ClientDecisions }) {
  const styles = useStyles();
  const { waiting, answered } = decisionsOf(decisions);
  const [conflict, setConflict] = useState<string | null>(null);
  const { opened, open, close, fallback } = useOpened<{ decision: Decision; answer: Answer }, HTMLDivElement>();
  return (
    <>
      {conflict !== null && (
        <Notice intent="warning" title="Your answer was not recorded" politeness="assertive">
          {conflict} Below stands how it is now.
        </Notice>
      )}
      <ListCard label="Waiting for you" ref={fallback}>
        {waiting.length === 0 ? (
          <EmptyState
            icon={<CheckmarkCircleRegular />}
            headingLevel="h2"
            title="Nothing waits for you"
            body="When your provider asks you something, it stands here."
          />
        ) : (
          <PlainList gap="L" aria-label="Waiting for you">
            {waiting.map((decision) => (
              <li key={keyOf(decision)} className={styles.item}>
                <WaitingDecision
                  decision={decision}
                  onAnswer={(answer) => {
                    setConflict(null);
                    open({ decision, answer });
                  }}
                />
              </li>
            ))}
          </PlainList>
        )}
      </ListCard>
      {answered.length > 0 && <Answered decisions={answered} />}
      {opened && <AnswerDialog {...opened} onConflict={setConflict} onClose={close} />}
    </>
  );
}

function Answered({ decisions }: { decisions: readonly Decision[] }) {
  const styles = useStyles();
  return (
    <SectionCard title="Answered">
      <PlainList gap="L" aria-label="Answered">
        {decisions.map((decision) => (
          <li key={keyOf(decision)} className={styles.item}>
            <AnsweredDecision decision={decision} />
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
