import { useQuery } from '@tanstack/react-query';
import { QuestionnaireId } from '@tenantry/contract/questionnaires';
import * as z from 'zod/mini';
import { QuestionnaireCards } from '../../blocks/questionnaire-cards.tsx';
import { QuestionnairePanel } from '../../blocks/questionnaire-panel.tsx';
import { questionnairesQuery } from '../../blocks/questionnaire-query.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

/** What the page's address holds. */
const QuestionnaireParams = z.object({ set: z._default(QuestionnaireId, 'cyber-insurance') });
const addressOf = (id: QuestionnaireId) => `${paths.questionnaires}?set=${id}`;

/** What insurers and frameworks ask, answered from the latest audit of the selected tenant. */
export function QuestionnairesPage() {
  const tenant = useSelectedTenant();
  const query = useQuery(questionnairesQuery(tenant.id, 'staff'));
  const mayAnswer = useHasRole('technician');
  const [{ set }] = useTableParams(QuestionnaireParams);
  return (
    <PageShell title="Questionnaires" subtitle={<Subtitle auditedAt={query.data?.auditedAt ?? null} />}>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={64} label="Loading questionnaires" />}
        errorTitle="Failed to load the questionnaires. Please try again later."
      >
        {({ questionnaires, reason }) => (
          <>
            {reason !== null && (
              <Notice intent="warning" title="Nothing is answered with yes">
                {reason}
              </Notice>
            )}
            <QuestionnaireCards sets={questionnaires} chosen={set} addressOf={addressOf} />
            <QuestionnairePanel key={set} tenant={tenant} id={set} reader="staff" mayAnswer={mayAnswer} />
          </>
        )}
      </QueryState>
    </PageShell>
  );
}

function Subtitle({ auditedAt }: { auditedAt: string | null }) {
  return (
    <>
      What insurers and frameworks ask, answered from the latest audit
      {auditedAt !== null && (
        <>
          {' · Audited '}
          <RelativeTime instant={auditedAt} />
        </>
      )}
    </>
  );
}
