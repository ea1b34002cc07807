import type { FindingDetails, FindingGroup, ListedFinding } from '@tenantry/contract/findings';
import type { contoso } from './fake-server.ts';

/** A finding of a tenant. */
export const finding = (tenant: typeof contoso, name: string, over: Partial<ListedFinding> = {}): ListedFinding => ({
  id: `${tenant.id}_f-${name}`,
  tenantId: tenant.id,
  tenant: tenant.name,
  checkId: 'mfa.check',
  title: `Title of ${name}`,
  severity: 'critical',
  status: 'unresolved',
  change: 'reopened',
  category: 'mfa',
  description: `Description of ${name}`,
  recommendation: 'Turn it on.',
  affectedCount: 250,
  firstDetected: '2026-01-01T00:00:00.000Z',
  lastDetected: '2026-01-02T00:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  isVerified: true,
  note: '',
  acceptance: null,
  remedy: { id: 'require-mfa', title: 'Require MFA for every sign-in' },
  needsLicense: null,
  countsWith: 0,
  isCounted: true,
  closedBy: null,
  isSimulated: false,
  work: null,
  ...over,
});

export const noWork = { remedyId: 'require-mfa', title: 'Require MFA for every sign-in', approval: null, task: null };

export const detailsOf = (found: ListedFinding): FindingDetails => ({
  ...found,
  work: found.work ?? noWork,
  recheck: null,
  witness: null,
  microsoftAnswer: null,
  clientRisk: null,
  riskOffer: null,
  impact: 'Whoever has a password gets in.',
  evidence: [{ dataset: 'conditionalAccessPolicies', observed: 'No policy requires MFA' }],
  affected: [{ type: 'user', id: 'u1', name: 'ada@contoso.example' }],
  notCovered: null,
  references: ['https://learn.microsoft.com/entra', 'CIS 1.1.1'],
  history: [{ at: found.firstDetected, what: 'first-seen', by: 'scanner', note: '', scanLogId: null }],
  historyOmitted: 0,
});

/** A page of the list with the totals that go with it. */
export const listOf = (items: readonly ListedFinding[], more: { total?: number; nextCursor?: string } = {}) => ({
  items,
  total: more.total ?? items.length,
  ...(more.nextCursor === undefined ? {} : { nextCursor: more.nextCursor }),
  summary: {
    unresolved: items.filter(({ status }) => status === 'unresolved').length,
    inProgress: 0,
    accepted: items.filter(({ status }) => status === 'accepted').length,
    resolved: items.filter(({ status }) => status === 'resolved').length,
    total: items.length,
  },
});

/** Findings that one remedy mends together. */
export const groupOf = (
  remedyId: string,
  findings: readonly ListedFinding[],
  over: Partial<FindingGroup> = {},
): FindingGroup => ({
  workId: remedyId,
  remedy: { id: remedyId, title: `Work of ${remedyId}` },
  findings: findings.map(({ id, title, severity, status, affectedCount }) => ({
    id,
    title,
    severity,
    status,
    affectedCount,
  })),
  severity: 'critical',
  points: 12.4,
  gain: {
    score: 66,
    closes: findings.map(({ checkId, title, severity }) => ({ checkId, title, severity, isOther: false })),
    improves: [],
    opens: [],
  },
  hours: 6,
  needsLicense: null,
  freeSwitch: null,
  ...over,
});
