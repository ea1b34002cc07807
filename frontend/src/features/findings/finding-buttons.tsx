import type { FindingDetails } from '@tenantry/contract/findings';
import { useEffect, useRef } from 'react';
import { CreateTaskButton } from '../../blocks/create-task-button.tsx';
import type { TaskPreset } from '../../blocks/create-task-dialog.tsx';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import type { RequestPreset } from '../../blocks/request-approval-dialog.tsx';
import { useHasRole } from '../../lib/session.ts';
import { Row } from '../../ui/row.tsx';
import { AcceptRisk, WithdrawAcceptance } from './acceptance.tsx';
import { CheckAgainButton } from './check-again-button.tsx';
import { isApprovalPending, isTaskInWork } from './finding-work.tsx';
import { OfferRisk } from './offer-risk.tsx';
import { ReopenButton } from './reopen-button.tsx';
import { ResolveMenu } from './resolve-menu.tsx';
import { StartWorkButton } from './start-work-button.tsx';

const requestOf = ({ id, title, tenantId, severity }: FindingDetails): RequestPreset => ({
  type: 'task_assignment',
  tenantId,
  finding: { id, title },
  priority: severity === 'info' ? 'low' : severity,
});

const presetOf = ({ work, description, recommendation, category, severity, checkId }: FindingDetails): TaskPreset => ({
  title: work.title,
  description: `${description}\n\n${recommendation}`.trim(),
  category,
  priority: severity === 'info' ? 'low' : severity,
  checkId,
});

/** What can be done about a finding, by its status and the user's role; nothing for viewers. */
export function FindingButtons({ finding }: { finding: FindingDetails }) {
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const buttons = useRef<HTMLDivElement>(null);
  const shownStatus = useRef(finding.status);
  useEffect(() => {
    if (shownStatus.current === finding.status) return;
    shownStatus.current = finding.status;
    // The pressed button may have gone with the status; without the focus the drawer would not hear Escape.
    buttons.current?.querySelector('button')?.focus();
  }, [finding.status]);
  if (!isTechnician) return null;
  const { status, work } = finding;
  const isOpen = status === 'unresolved' || status === 'in-progress';
  const isCheckable = isOpen || (status === 'resolved' && !finding.isVerified);
  return (
    <Row ref={buttons} gap="S">
      {isCheckable && <CheckAgainButton finding={finding} details={finding} appearance="primary" />}
      {status === 'unresolved' && <StartWorkButton finding={finding} />}
      {(status === 'in-progress' || status === 'resolved') && <ReopenButton finding={finding} />}
      {isOpen && !isTaskInWork(work) && <CreateTaskButton tenantId={finding.tenantId} preset={presetOf(finding)} />}
      {isOpen && !isApprovalPending(work) && <RequestApproval draft={finding.id} preset={requestOf(finding)} />}
      {isAdmin && isOpen && <AcceptRisk finding={finding} />}
      {isAdmin && isOpen && <OfferRisk finding={finding} />}
      {isAdmin && status === 'accepted' && <WithdrawAcceptance finding={finding} />}
      {isOpen && <ResolveMenu finding={finding} />}
    </Row>
  );
}
