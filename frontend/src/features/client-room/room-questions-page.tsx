import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ChatRegular } from '@fluentui/react-icons/svg/chat';
import { useQuery } from '@tanstack/react-query';
import type { ClientQuestion } from '@tenantry/contract/client-questions';
import type { TaskStatus } from '@tenantry/contract/work-status';
import { formatDate } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { AskQuestion } from './ask-question.tsx';
import { useRoom } from './room-context.ts';
import { clientQuestionsQuery } from './room-queries.ts';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXS, maxWidth: '80ch', overflowWrap: 'anywhere' },
  text: { whiteSpace: 'pre-line', margin: 0 },
  reply: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartWidth: tokens.strokeWidthThicker,
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorBrandStroke1,
  },
});

/** What the client asks their provider, and the replies. */
export function RoomQuestionsPage() {
  const { tenantId } = useRoom();
  const query = useQuery(clientQuestionsQuery(tenantId));
  return (
    <PageShell title="Questions" subtitle="Ask your provider, and read the replies">
      <AskQuestion />
      <ListCard label="Your questions">
        <QueryState
          query={query}
          loadingLabel="Loading the questions"
          errorTitle="The questions could not be loaded"
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              icon={<ChatRegular />}
              headingLevel="h2"
              title="No questions yet"
              body="What you ask stands here, with the reply."
            />
          }
        >
          {({ items }) => (
            <PlainList gap="L" aria-label="Your questions">
              {items.map((question) => (
                <li key={question.id}>
                  <Question question={question} />
                </li>
              ))}
            </PlainList>
          )}
        </QueryState>
      </ListCard>
    </PageShell>
  );
}

const states: Record<TaskStatus, string> = {
  open: 'Received',
  in_progress: 'Being worked on',
  on_hold: 'On hold',
  completed: 'Closed',
};

function Question({ question: { text, askedBy, askedAt, status, reply } }: { question: ClientQuestion }) {
  const styles = useStyles();
  return (
    <article className={styles.item}>
      <Subtitle2 as="h2" className={styles.text}>
        {text}
      </Subtitle2>
      <Hint>
        Asked by {askedBy}, {formatDate(askedAt)}. {reply === null ? states[status] : 'Answered'}
      </Hint>
      {reply !== null && (
        <div className={styles.reply}>
          <Text className={styles.text}>{reply.text}</Text>
          <Hint>
            {reply.by}, {formatDate(reply.at)}
          </Hint>
        </div>
      )}
    </article>
  );
}
