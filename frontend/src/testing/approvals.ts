import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import type { ApprovalRules } from '@tenantry/contract/approval-rules';
import type { Approval, ApprovalDetails, ApprovalTotals } from '@tenantry/contract/approvals';
import { contoso, fabrikam, json, signedInServer } from './fake-server.ts';

export const mfa: Approval = {
  id: `${contoso.id}_a-one-1`,
  tenantId: contoso.id,
  tenantName: contoso.name,
  title: 'Administrators sign in without MFA',
  description: 'Two administrators sign in with a password alone.',
  type: 'task_assignment',
  category: 'mfa',
  priority: 'critical',
  status: 'pending',
  origin: 'scanner',
  autoCreateTask: true,
  createdBy: 'scanner',
  requestedBy: 'scanner',
  requestedAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  auditId: `${contoso.id}_audit-1`,
  scanId: `${contoso.id}_scan-1`,
  linkedFindingId: `${contoso.id}_f-one`,
  checkId: 'mfa.admins',
  condition: {
    status: 'fail',
    affected: ['user:a', 'user:b'],
    affectedCount: 2,
    settings: { 'users x': 'off' },
    gaps: [],
  },
  remedyId: null,
  findings: [],
  requiredBy: [],
  issue: 'Two administrators sign in with a password alone.',
  affectedDomain: null,
  permission: null,
  client: null,
  reviewNotes: null,
  approvedBy: null,
  approvedAt: null,
  closedBecause: null,
  isUnfinished: false,
  notDoneBecause: null,
  taskId: null,
};

export const change: Approval = {
  ...mfa,
  id: '00000000-0000-0000-0000-000000000000_a-two',
  tenantId: null,
  tenantName: 'System-wide',
  title: 'Rotate the data key',
  description: 'The key is a year old',
  type: 'system_change',
  category: null,
  priority: 'medium',
  origin: 'manual',
  autoCreateTask: false,
  createdBy: 'technician',
  requestedBy: 'Tim Technician',
  auditId: null,
  scanId: null,
  linkedFindingId: null,
  checkId: null,
  condition: null,
  issue: null,
};

export const permission: Approval = {
  ...change,
  id: '00000000-0000-0000-0000-000000000000_a-four',
  title: 'Grace Hopper: role admin',
  description: 'She stands in for Ada',
  type: 'user_permission',
  permission: { username: 'grace', displayName: 'Grace Hopper', role: 'admin', allTenants: false, tenants: null },
};

export const denied: Approval = {
  ...mfa,
  id: `${fabrikam.id}_a-three-1`,
  tenantId: fabrikam.id,
  tenantName: fabrikam.name,
  title: 'Legacy authentication is open',
  priority: 'high',
  status: 'denied',
  createdBy: 'somebody',
  approvedBy: 'Ada Lovelace',
  approvedAt: '2026-11-02T10:00:00.000Z',
  reviewNotes: 'A printer needs it',
};

export const totals: ApprovalTotals = { pending: 2, approved: 5, denied: 1, closed: 0 };

export const detailsOf = (approval: Approval): ApprovalDetails => ({
  ...approval,
  finding: null,
  task: null,
  history: [{ at: approval.requestedAt, by: approval.requestedBy, what: 'requested', text: null }],
  others: [],
});

/** A server that has these approvals. */
export const approvalServer = (items: readonly Approval[], summary: ApprovalTotals = totals) =>
  signedInServer().on('GET /api/admin/approvals', () => json({ items, total: items.length, summary }));

/** A remedy that waits for two tenants, and the requests beneath it. */
export const requireMfa: WaitingWork = {
  remedyId: 'require-mfa',
  title: 'Require MFA for every sign-in',
  article: 'require-mfa',
  priority: 'critical',
  waiting: 2,
  required: 0,
  waitingSince: '2026-11-01T10:00:00.000Z',
  tenantName: null,
};

export const blockLegacy: WaitingWork = {
  ...requireMfa,
  remedyId: 'block-legacy-authentication',
  title: 'Block legacy authentication',
  article: null,
  priority: 'high',
  waiting: 3,
  required: 0,
  waitingSince: '2026-10-01T10:00:00.000Z',
};

const askedOf = (tenant: typeof contoso): Approval => ({
  ...mfa,
  id: `${tenant.id}_a-mfa`,
  tenantId: tenant.id,
  tenantName: tenant.name,
  title: requireMfa.title,
  remedyId: requireMfa.remedyId,
  findings: [
    {
      id: `${tenant.id}_f-one`,
      checkId: 'mfa.admins',
      title: 'No MFA',
      severity: 'critical',
      condition: mfa.condition,
    },
    { id: `${tenant.id}_f-two`, checkId: 'mfa.users', title: 'MFA in part', severity: 'high', condition: null },
  ],
});
export const mfaOfContoso = askedOf(contoso);
export const mfaOfFabrikam = askedOf(fabrikam);

export const noRules: ApprovalRules = { askFrom: 'medium', rules: [], revision: 0, updatedAt: null, updatedBy: null };

/** A server on which this work waits, with two requests beneath each. */
export const waitingServer = (items: readonly WaitingWork[], others = 0) =>
  approvalServer([mfaOfContoso, mfaOfFabrikam])
    .on('GET /api/admin/approvals/remedies', () =>
      json({ items, waiting: items.reduce((sum, { waiting }) => sum + waiting, 0), others }),
    )
    .on('GET /api/admin/approvals/assignees', () =>
      json({ items: [{ userId: 'user-9', name: 'Tim Technician' }], hasMore: false }),
    )
    .on('GET /api/settings/approval-rules', () => json(noRules));
