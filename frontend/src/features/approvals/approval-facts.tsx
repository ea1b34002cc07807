import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ApprovalDetails, ApprovalEvent } from '@tenantry/contract/approvals';
import { categoryLabels, findingStatusLabels } from '@tenantry/contract/labels';
import { approvalStatusLabels, approvalTypeLabels, creatorLabel } from '../../blocks/approval-labels.ts';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Status } from './approval-cells.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalS },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  finding: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
});

type Props = { approval: ApprovalDetails };

const roleNames = { admin: 'Admin', technician: 'Technician', viewer: 'Viewer' } as const;

function permissionFacts({ permission }: ApprovalDetails): Fact[] {
  if (permission === null) return [];
  const { displayName, username, role, allTenants, tenants } = permission;
  const names = tenants?.map(({ name }) => name).join(', ') ?? null;
  return [
    ['User', `${displayName} (${username})`],
    ['Role', role && roleNames[role]],
    ['More tenants', allTenants ? 'All' : names],
  ];
}

/** What kind of request it is, of whom and when. */
export function ApprovalFacts({ approval }: Props) {
  const styles = useStyles();
  const facts: Fact[] = [
    ['Status', <Status key="status" approval={approval} />],
    ['Type', approvalTypeLabels[approval.type]],
    ['Tenant', approval.tenantName],
    ['Priority', <PriorityBadge key="priority" priority={approval.priority} />],
    ['Category', approval.category && categoryLabels[approval.category]],
    ...permissionFacts(approval),
    ['Required by', approval.requiredBy.length === 0 ? null : approval.requiredBy.join(', ')],
    ['Domains', approval.affectedDomain],
    ['Created by', creatorLabel(approval)],
    ['Requested', formatDateTime(approval.requestedAt)],
    [
      'Notes',
      approval.reviewNotes && (
        <span key="notes" className={styles.text}>
          {approval.reviewNotes}
        </span>
      ),
    ],
  ];
  return <FactList facts={facts} />;
}

/** What a decision is about, in the words of a list. */
function conditionFacts(condition: ApprovalDetails['condition'], listClass: string): Fact[] {
  if (condition === null) return [];
  const { status, affectedCount, gaps = [] } = condition;
  const settings = Object.entries(condition.settings).map(([name, value]) => `${name} = ${value}`);
  return [
    ['Verdict', status === 'fail' ? 'Fail' : 'Warning'],
    ['Affected', affectedCount > 0 ? countOf(affectedCount, 'object') : null],
    ['Settings', settings.length === 0 ? null : <Lines key="settings" texts={settings} className={listClass} />],
    ['Open', gaps.length === 0 ? null : <Lines key="gaps" texts={gaps} className={listClass} />],
  ];
}

function Lines({ texts, className }: { texts: readonly string[]; className: string }) {
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** What the scanner saw, which a decision holds for, and the way to its evidence. */
export function FoundCondition({ approval }: Props) {
  const styles = useStyles();
  const { condition, finding, findings, issue, checkId, tenantId, draftId } = approval;
  if (draftId !== undefined) return <ProposedDraft {...{ draftId, issue, tenantId }} />;
  // Several findings each have their own.
  if (findings.length > 0) return <ClosedFindings approval={approval} />;
  if (condition === null && finding === null && issue === null) return null;
  const facts: Fact[] = [
    ['Issue', issue],
    ['Check', checkId],
    ...conditionFacts(condition, styles.list),
    [
      'Finding',
      finding && (
        <span key="finding">
          <TextLink to={inTenant(`${paths.findings}?finding=${finding.id}`, tenantId)}>{finding.title}</TextLink> (
          {findingStatusLabels[finding.status]}, last seen {formatDateTime(finding.lastDetected)})
        </span>
      ),
    ],
  ];
  return (
    <SectionCard title="What was found" subtitle={decisionHolds}>
      <FactList facts={facts} />
    </SectionCard>
  );
}

/** What a draft of Conditional Access policies would do, as it was forecast when it was proposed. */
function ProposedDraft({
  draftId,
  issue,
  tenantId,
}: { draftId: string } & Pick<ApprovalDetails, 'issue' | 'tenantId'>) {
  return (
    <SectionCard title="What it would do" subtitle="As it was forecast when it was proposed">
      <Text>{issue}</Text>
      <span>
        <TextLink to={inTenant(`${paths.whatIf}?draft=${draftId}`, tenantId)}>Open the draft and its forecast</TextLink>
      </span>
    </SectionCard>
  );
}

const decisionHolds = 'As it was when the scanner asked. A denial holds until it gets worse.';

/** The findings that the work would close, the gravest first. */
function ClosedFindings({ approval: { findings, tenantId } }: Props) {
  const styles = useStyles();
  return (
    <SectionCard title={`Closes ${countOf(findings.length, 'finding')}`} subtitle={decisionHolds}>
      <PlainList gap="L" aria-label="Findings that it closes">
        {findings.map(({ id, title, severity, checkId, condition }) => (
          <li key={id} className={styles.finding}>
            <Row gap="S" align="center">
              <SeverityBadge severity={severity} />
              <TextLink to={inTenant(`${paths.findings}?finding=${id}`, tenantId)}>{title}</TextLink>
            </Row>
            <FactList facts={[['Check', checkId], ...conditionFacts(condition, styles.list)]} />
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}

const taskStatusNames = {
  open: 'Open',
  in_progress: 'In Progress',
  completed: 'Completed',
  on_hold: 'On Hold',
} as const;

/** What approving it brought about. */
export function WhatCameOfIt({ approval }: Props) {
  const { task, type, status, tenantId, notDoneBecause, isUnfinished } = approval;
  if (status !== 'approved' || notDoneBecause !== null || isUnfinished) return null;
  if (task !== null) {
    return (
      <SectionCard title="Task">
        <Text>
          <TextLink to={`${paths.adminTasks}?task=${task.id}`}>{task.title}</TextLink> ({taskStatusNames[task.status]})
        </Text>
      </SectionCard>
    );
  }
  if (type !== 'audit_publish') return null;
  return (
    <SectionCard title="Report">
      <Text>
        The report is published. <TextLink to={inTenant(paths.report, tenantId)}>Open reports</TextLink>
      </Text>
    </SectionCard>
  );
}

const eventNames: Record<ApprovalEvent['what'], string> = {
  requested: 'Requested',
  clientAsked: 'Client asked',
  noted: 'Notes kept',
  approved: 'Approved',
  denied: 'Denied',
  closed: 'Closed',
  done: 'Carried out',
  notDone: 'Could not be carried out',
};

/** What happened to it, the oldest first. */
export function ApprovalHistory({ approval }: Props) {
  const styles = useStyles();
  return (
    <SectionCard title="History">
      <ol className={styles.list} aria-label="History">
        {approval.history.map(({ at, by, what, text }) => (
          <li key={`${at} ${what}`}>
            <Text block>
              {eventNames[what]} by {by}
            </Text>
            {text !== null && (
              <Text block className={styles.text}>
                {text}
              </Text>
            )}
            <Hint>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </Hint>
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}

/** Other requests about the same finding, the newest first. */
export function OtherRequests({ approval }: Props) {
  const styles = useStyles();
  if (approval.others.length === 0) return null;
  return (
    <SectionCard title="Other requests for this finding">
      <ul className={styles.list}>
        {approval.others.map(({ id, status, requestedAt, approvedBy }) => (
          <li key={id}>
            <TextLink to={`${paths.adminApprovals}/${id}`}>{formatDateTime(requestedAt)}</TextLink>:{' '}
            {approvalStatusLabels[status]}
            {approvedBy !== null && ` by ${approvedBy}`}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
