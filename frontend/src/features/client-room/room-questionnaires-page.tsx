import { useQuery } from '@tanstack/react-query';
import { QuestionnaireId } from '@tenantry/contract/questionnaires';
import * as z from 'zod/mini';
import { QuestionnaireCards } from '../../blocks/questionnaire-cards.tsx';
import { QuestionnairePanel } from '../../blocks/questionnaire-panel.tsx';
import { questionnairesQuery } from '../../blocks/questionnaire-query.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useRoom, useRoomAddress } from './room-context.ts';
import { clientSummaryQuery } from './room-queries.ts';

/** What the page's address holds. */
const QuestionnaireParams = z.object({ set: z._default(QuestionnaireId, 'cyber-insurance') });

/** What insurers and frameworks ask: what Microsoft 365 answers, and what only the client can. */
export function RoomQuestionnairesPage() {
  const { tenantId, isPreview } = useRoom();
  const addressOf = useRoomAddress();
  const query = useQuery(questionnairesQuery(tenantId, 'client'));
  const { data: summary } = useQuery(clientSummaryQuery(tenantId));
  const [{ set }] = useTableParams(QuestionnaireParams);
  const tenant = { id: tenantId, name: summary?.clientName ?? '' };
  return (
    <PageShell title="Questionnaires" subtitle="What insurers and auditors ask, and what only you can answer">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={64} label="Loading the questionnaires" />}
        errorTitle="The questionnaires could not be loaded"
      >
        {({ questionnaires, reason }) => (
          <>
            {reason !== null && (
              <Notice intent="warning" title="Nothing is answered with yes">
                {reason}
              </Notice>
            )}
            <QuestionnaireCards
              sets={questionnaires}
              chosen={set}
              addressOf={(id) => `${addressOf('questionnaires')}?set=${id}`}
            />
            <QuestionnairePanel key={set} tenant={tenant} id={set} reader="client" mayAnswer={!isPreview} />
          </>
        )}
      </QueryState>
    </PageShell>
  );
}
