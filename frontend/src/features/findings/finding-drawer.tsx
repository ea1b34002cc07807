import { useQuery } from '@tanstack/react-query';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { ApiError } from '../../lib/api-error.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { FindingButtons } from './finding-buttons.tsx';
import { FindingFacts } from './finding-facts.tsx';
import { findingQuery } from './findings-queries.ts';

const widthPx = 760;

type Props = {
  findingId: string;
  /** The tenant whose page it is; null where it is of all. */
  tenantId: string | null;
  onClose: () => void;
};

/** A finding with all that is known of it, over the list, whether or not the list shows it. */
export function FindingDrawer({ findingId, tenantId, onClose }: Props) {
  if (tenantId === null || tenantIdOfRecordId(findingId) === tenantId) {
    return <OwnFinding findingId={findingId} onClose={onClose} />;
  }
  return (
    <DetailsDrawer title="Finding" widthPx={widthPx} onClose={onClose}>
      <Notice intent="warning">This finding belongs to another tenant.</Notice>
    </DetailsDrawer>
  );
}

function OwnFinding({ findingId, onClose }: Omit<Props, 'tenantId'>) {
  const query = useQuery(findingQuery(findingId));
  if (query.data === undefined && isUnknown(query.error)) {
    return (
      <DetailsDrawer title="Finding" widthPx={widthPx} onClose={onClose}>
        <Notice intent="warning" title="There is no such finding.">
          It may have been deleted since, or the link is not complete.
        </Notice>
      </DetailsDrawer>
    );
  }
  return (
    <DetailsDrawer
      title={query.data?.title ?? 'Finding'}
      widthPx={widthPx}
      onClose={onClose}
      footer={query.data && <FindingButtons finding={query.data} />}
    >
      <QueryState query={query} loadingLabel="Loading the finding" errorTitle="The finding could not be loaded">
        {(finding) => <FindingFacts finding={finding} />}
      </QueryState>
    </DetailsDrawer>
  );
}

/** An id that nobody has, or that is none at all. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT');
