import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { type Approval, type ApprovalDetails, mayAskClient } from '@tenantry/contract/approvals';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { WorkGain } from '../../blocks/work-gain.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ApprovalFacts, ApprovalHistory, FoundCondition, OtherRequests, WhatCameOfIt } from './approval-facts.tsx';
import { approvalQuery } from './approval-queries.ts';
import { DecisionButtons } from './decision-buttons.tsx';

const ClientPart = onDemand(async () => (await import('./client-part.tsx')).ClientPart);
const ReviewDialog = onDemand(async () => (await import('./review-dialog.tsx')).ReviewDialog);

const useStyles = makeStyles({
  // The lines of a request keep their breaks.
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  back: { display: 'block', marginBottom: tokens.spacingVerticalXS },
});

/** One request with everything that is known of it: why, what it is about, what was decided and what came of it. */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const query = useQuery(approvalQuery(id));
  // An address that names nothing is none of our ids either.
  const isAbsent = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return (
    <AdminPage tab="Approvals" subtitle={<TextLink to={paths.adminApprovals}>All approvals</TextLink>}>
      {isAbsent ? (
        <EmptyState
          title="Approval not found"
          body="It does not exist, or it belongs to a tenant that is not yours."
          actions={<LinkButton to={paths.adminApprovals}>All approvals</LinkButton>}
          headingLevel="h2"
        />
      ) : (
        <QueryState
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading the approval" />}
          errorTitle="The approval could not be loaded"
        >
          {(approval) => <Details approval={approval} />}
        </QueryState>
      )}
    </AdminPage>
  );
}

/** What is waited for: what was decided is told by what came of it. */
function Gain({ approval: { status, tenantId, remedyId } }: { approval: ApprovalDetails }) {
  if (status !== 'pending' || tenantId === null || remedyId === null) return null;
  return <WorkGain tenantId={tenantId} isMeant={({ workId }) => workId === remedyId} />;
}

function Details({ approval }: { approval: ApprovalDetails }) {
  const styles = useStyles();
  const review = useOpened<Approval>();
  return (
    <>
      <SectionCard
        title={approval.title}
        subtitle={`Requested by ${approval.requestedBy === 'scanner' ? 'the scanner' : approval.requestedBy}`}
        actions={<DecisionButtons approval={approval} onReview={review.open} size="medium" />}
      >
        {approval.notDoneBecause !== null && (
          <Notice intent="error" title="Approved, but not carried out">
            {approval.notDoneBecause}
          </Notice>
        )}
        {approval.isUnfinished && (
          <Notice intent="info">Approved. What follows from it is being carried out and is done within minutes.</Notice>
        )}
        <Text className={styles.text}>{approval.description}</Text>
        <ApprovalFacts approval={approval} />
        <Gain approval={approval} />
      </SectionCard>
      {approval.tenantId !== null && concernsClient(approval) && (
        <ClientPart approval={approval} tenantId={approval.tenantId} />
      )}
      <FoundCondition approval={approval} />
      <WhatCameOfIt approval={approval} />
      <ApprovalHistory approval={approval} />
      <OtherRequests approval={approval} />
      {review.opened && <ReviewDialog approval={review.opened} onClose={review.close} />}
    </>
  );
}

/** Whether the client was asked, or can be. */
const concernsClient = ({ client, status, type }: ApprovalDetails): boolean =>
  client !== null || (status === 'pending' && mayAskClient(type));
