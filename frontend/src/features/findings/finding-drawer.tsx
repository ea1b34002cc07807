import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { FindingDetails } from '@tenantry/contract/findings';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { useEffect, useRef } from 'react';
import { CreateTaskButton } from '../../blocks/create-task-button.tsx';
import type { TaskPreset } from '../../blocks/create-task-dialog.tsx';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import type { RequestPreset } from '../../blocks/request-approval-dialog.tsx';
import { useHasRole } from '../../lib/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { AcceptRisk, WithdrawAcceptance } from './acceptance.tsx';
import { FindingFacts } from './finding-facts.tsx';
import { findingQuery } from './findings-queries.ts';
import { type SettableStatus, useSetStatus } from './use-set-status.ts';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

type Props = {
  findingId: string;
  /** The organization whose page it is; null where it is of all. */
  tenantId: string | null;
  onClose: () => void;
};

/** A finding with all that is known of it, over the list. */
export function FindingDrawer({ findingId, tenantId, onClose }: Props) {
  if (tenantId === null || tenantIdOfRecordId(findingId) === tenantId) {
    return <OwnFinding findingId={findingId} onClose={onClose} />;
  }
  return (
    <DetailsDrawer title="Finding" widthPx={760} onClose={onClose}>
      <Notice intent="warning">This finding belongs to another organization.</Notice>
    </DetailsDrawer>
  );
}

function OwnFinding({ findingId, onClose }: Omit<Props, 'tenantId'>) {
  const query = useQuery(findingQuery(findingId));
  return (
    <DetailsDrawer
      title={query.data?.title ?? 'Finding'}
      widthPx={760}
      onClose={onClose}
      footer={query.data && <StatusButtons finding={query.data} />}
    >
      <QueryState query={query} loadingLabel="Loading the finding" errorTitle="The finding could not be loaded">
        {(finding) => <FindingFacts finding={finding} />}
      </QueryState>
    </DetailsDrawer>
  );
}

const requestOf = ({ id, title, tenantId, severity }: FindingDetails): RequestPreset => ({
  type: 'task_assignment',
  tenantId,
  finding: { id, title },
  priority: severity === 'info' ? 'low' : severity,
});

const presetOf = ({ title, description, recommendation, category, severity, checkId }: FindingDetails): TaskPreset => ({
  title,
  description: `${description}\n\n${recommendation}`.trim(),
  category,
  priority: severity === 'info' ? 'low' : severity,
  checkId,
});

function StatusButtons({ finding }: { finding: FindingDetails }) {
  const styles = useStyles();
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { setStatus, pending } = useSetStatus(finding);
  const buttons = useRef<HTMLDivElement>(null);
  const shownStatus = useRef(finding.status);
  useEffect(() => {
    if (shownStatus.current === finding.status) return;
    shownStatus.current = finding.status;
    // The pressed button may have gone with the status; without the focus the drawer would not hear Escape.
    buttons.current?.querySelector('button')?.focus();
  }, [finding.status]);
  if (!isTechnician) return null;
  const button = (status: SettableStatus, label: string, appearance?: 'primary') => (
    <Button appearance={appearance} onClick={() => setStatus(status)} disabledFocusable={pending}>
      {label}
    </Button>
  );
  const isOpen = finding.status === 'unresolved' || finding.status === 'in-progress';
  return (
    <div ref={buttons} className={styles.buttons}>
      {isOpen && button('resolved', 'Resolve', 'primary')}
      {finding.status === 'unresolved' && button('in-progress', 'Start work')}
      {(finding.status === 'in-progress' || finding.status === 'resolved') && button('unresolved', 'Reopen')}
      {isOpen && <CreateTaskButton tenantId={finding.tenantId} preset={presetOf(finding)} />}
      {isOpen && <RequestApproval draft={finding.id} preset={requestOf(finding)} />}
      {isAdmin && isOpen && <AcceptRisk finding={finding} />}
      {isAdmin && finding.status === 'accepted' && <WithdrawAcceptance finding={finding} />}
    </div>
  );
}
