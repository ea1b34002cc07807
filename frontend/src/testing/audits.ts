import { type Audit, auditCategoryKeys, type CategoryResult } from '@tenantry/contract/audits';
import type { SampledPasses } from '@tenantry/contract/microsoft-answers';
import { VerdictStatus } from '@tenantry/contract/verdicts';
import { contoso, json, signedInServer } from './fake-server.ts';

const verdict = (status: VerdictStatus): CategoryResult['verdicts'][number] => ({
  checkId: `check.${status}`,
  title: `Check ${status}`,
  category: 'mfa',
  severity: 'high',
  status,
  message: `Message of ${status}`,
  recommendation: 'Do it.',
  evidence: [{ dataset: 'users', observed: `Seen for ${status}` }],
  affected: [],
  affectedCount: 0,
  references: [],
  article: 'require-mfa',
  work: 'Require MFA for every sign-in',
});

const category = (name: CategoryResult['category'], over: Partial<CategoryResult> = {}): CategoryResult => ({
  category: name,
  label: `Label of ${name}`,
  status: 'warning',
  score: 50,
  coverage: { evaluated: 1, applicable: 1, percent: 100 },
  message: 'One check.',
  verdicts: [],
  ...over,
});

export const categories = Object.fromEntries(
  Object.entries(auditCategoryKeys).map(([key, name]) => [key, category(name)]),
) as NonNullable<Audit['categories']>;

export const audit: Audit = {
  tenantId: contoso.id,
  tenantName: contoso.name,
  auditTimestamp: '2026-01-02T03:04:00.000Z',
  trouble: null,
  overallScore: 61,
  overallStatus: 'warning',
  overallStatusUnknownBecause: null,
  coverage: { evaluated: 38, applicable: 44, percent: 86 },
  criticalIssues: 2,
  userCount: 120,
  isSimulated: false,
  isSample: false,
  published: null,
  reason: null,
  categories: {
    ...categories,
    mfaStatus: category('mfa', { verdicts: VerdictStatus.options.map(verdict) }),
    mailFlowConfiguration: category('mail-flow', {
      score: null,
      status: 'unknown',
      message: 'Nothing could be checked, 9 could not be checked.',
    }),
  },
  recommendations: [
    {
      checkId: 'check.fail',
      category: 'mfa',
      priority: 'critical',
      title: 'Require MFA',
      description: 'Create a policy.',
      impact: 'Everyone signs in with a password alone.',
      article: 'require-mfa',
    },
  ],
  datasets: [],
  sources: null,
  incidents: null,
};

const unknownSecureScore = {
  currentScore: null,
  maxScore: null,
  percentage: null,
  trend: null,
  trendValue: null,
  lastUpdated: null,
  history: [],
  unknownBecause: 'The application may not read it.',
};

export const auditPath = '/api/audit/sample';
/** A server whose selected tenant has this audit. */
/** As the API counts them. */
const sourcesOf = ({ datasets }: Audit): Audit['sources'] =>
  datasets.length === 0 ? null : { read: datasets.filter(({ state }) => state === 'ok').length, all: datasets.length };

export const serverWithAudit = (
  body: Audit,
  role: 'admin' | 'viewer' = 'admin',
  sampled: SampledPasses | null = null,
) =>
  signedInServer(role)
    .on('GET /api/audit/sampled-passes', () => json({ sampled }))
    .on(`GET ${auditPath}`, () => json({ ...body, sources: sourcesOf(body) }))
    .on('GET /api/m365/secure-score', () => json({ data: unknownSecureScore }));
