import { categoryLabels, findingStatusLabels } from '@tenantry/contract/labels';
import { type Affected, Category, type Severity, type Verdict, type VerdictStatus } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { reportFrameworks } from './report-frameworks.ts';
import type { ReportCategory, ReportFinding, ReportModel, ReportRemedy } from './report-model.ts';

// Made-up reports for tests and for looking at the design. No real organization is described.

const titles = [
  'Administrators can sign in with a password alone',
  'Old sign-in protocols are still allowed',
  'The domain does not tell others to reject forged mail (DMARC policy is none)',
  'Anyone with a link can open shared files without signing in',
  'Accounts that have not been used for 90 days are still enabled',
  'More accounts than needed hold the Global Administrator role',
  'Users may let applications read their mailbox without approval',
];
const statuses: VerdictStatus[] = ['fail', 'pass', 'warning', 'pass', 'notLicensed', 'pass', 'couldNotCheck'];
const severities: Severity[] = ['critical', 'high', 'medium', 'low', 'info'];

function affectedUsers(quantity: number): Affected[] {
  return Array.from({ length: quantity }, (_, index) => ({
    type: 'user',
    id: `7c1f0e52-3a7b-4f0d-9a55-${String(index).padStart(12, '0')}`,
    name: `user.${index}@fabrikam.example`,
  }));
}

function sampleVerdict(category: Category, index: number): Verdict {
  return {
    checkId: `${category}.check-${index + 1}`,
    title: titles[index % titles.length] ?? '',
    category,
    severity: severities[index % severities.length] ?? 'info',
    status: statuses[index % statuses.length] ?? 'pass',
    message:
      'Of 14 accounts with an administrative role, 3 have no second factor registered and no policy asks for one.',
    recommendation: 'Ask every administrator for a second factor.',
    evidence: [],
    affected: [],
    affectedCount: 0,
    references: [],
  };
}

export function sampleFinding(index: number): ReportFinding {
  const category = Category.options[index % Category.options.length] ?? 'mfa';
  return {
    title: titles[index % titles.length] ?? '',
    message: `Finding ${index} concerns ${index % 5} accounts that can be taken over.`,
    impact: `Whoever knows one of the passwords of finding ${index} reads the mail of the account.`,
    severity: severities[index % severities.length] ?? 'info',
    status: index % 4 === 0 ? 'Reopened' : findingStatusLabels.unresolved,
    category,
    checkId: `${category}.check-${(index % 7) + 1}`,
    covers: [],
    evidence: Array.from({ length: 1 + (index % 3) }, (_, line) => ({
      dataset: 'authenticationMethods',
      observed: `"Break-glass ${line + 1}": no method other than a password is registered, last sign-in on 12 November 2026`,
      objectId: `7c1f0e52-3a7b-4f0d-9a55-00000000${index}${line}`,
    })),
    affected: affectedUsers(Math.min(index % 9 === 0 ? 40 : index % 5, 40)),
    affectedCount: index % 9 === 0 ? 137 : index % 5,
    recommendation:
      'Create a Conditional Access policy that asks all administrative roles for phishing-resistant multi-factor authentication, run it in report-only mode for a week, then switch it on. Keep two emergency accounts outside of it and watch their sign-ins.',
    references: [
      'https://learn.microsoft.com/en-us/entra/identity/conditional-access/policy-admin-phish-resistant-mfa',
      'CIS Microsoft 365 Foundations Benchmark 5.2.2.1',
      'MS.AAD.3.6v1',
      'prowler:entra_admin_users_mfa_enabled',
    ],
    firstSeen: '2026-09-03T08:00:00Z',
    lastSeen: '2026-11-20T13:40:00Z',
  };
}

/** One for each severity that the findings have. */
function sampleRemedies(findingCount: number): ReportRemedy[] {
  const findings = Array.from({ length: findingCount }, (_, index) => sampleFinding(index));
  return severities
    .map((severity) => ({
      ...{
        id: null,
        title: `Mend what is ${severity}`,
        severity,
        needsLicense: null,
        isFreeSwitch: false,
        points: 2.5,
      },
      checkIds: findings.filter((one) => one.severity === severity).map(({ checkId }) => checkId),
    }))
    .filter(({ checkIds }) => checkIds.length > 0);
}

function sampleCategory(category: Category, index: number): ReportCategory {
  const score = [42, 63, 71, 35, 88, null][index] ?? null;
  return {
    category,
    label: categoryLabels[category],
    score,
    status: score === null ? 'unknown' : score < 50 ? 'fail' : score < 80 ? 'warning' : 'pass',
    coverage: { evaluated: score === null ? 1 : 5, applicable: 7, percent: score === null ? 14.3 : 71.4 },
    verdicts: Array.from({ length: 7 }, (_, check) => sampleVerdict(category, check)),
  };
}

/** A report with the given number of findings over all severities. */
export function sampleReport(findingCount: number): ReportModel {
  const categories = Category.options.map(sampleCategory);
  return {
    tenant: { name: 'Fabrikam Manufacturing', domain: 'fabrikam.example', isSimulated: true },
    preparedBy: { organization: 'Northwind Managed Services' },
    generatedAt: '2026-11-20T14:05:00Z',
    auditedAt: '2026-11-20T13:40:00Z',
    form: 'full',
    timeZone: 'UTC',
    branding: { color: null, logo: null },
    scoreHistory: [
      { at: '2026-07-31T13:40:00Z', score: 47 },
      { at: '2026-08-31T13:40:00Z', score: 49 },
      { at: '2026-09-30T13:40:00Z', score: 54 },
      { at: '2026-10-31T13:40:00Z', score: 58 },
      { at: '2026-11-20T13:40:00Z', score: 61 },
    ],
    score: 61,
    status: 'Warning',
    coverage: { evaluated: 38, applicable: 44, percent: 86.36 },
    criticalIssues: Math.ceil(findingCount / 5),
    secureScoreHistory: Array.from({ length: 90 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 7, 23 + index)).toISOString(),
      currentScore: 480 + index * 1.6 + 18 * Math.sin(index / 7),
      maxScore: 1000,
    })),
    categories,
    findings: Array.from({ length: findingCount }, (_, index) => sampleFinding(index)),
    remedies: sampleRemedies(findingCount),
    acceptedRisks: [],
    doneWork: [],
    frameworks: reportFrameworks(
      catalog.map(({ id, category }, index) => ({ ...sampleVerdict(category, index), checkId: id })),
    ),
    estimate:
      findingCount === 0
        ? null
        : {
            findings: findingCount,
            denied: 0,
            hours: findingCount * 3,
            price: findingCount * 450,
            pricesAreDefault: true,
            work: Array.from({ length: findingCount }, (_, index) => ({
              title: sampleFinding(index).title,
              checkIds: [sampleFinding(index).checkId],
              hours: 3,
              price: 450,
            })),
          },
    comparison: {
      basis: 'last-report',
      since: '2026-10-01T09:00:00Z',
      auditedAt: '2026-09-30T13:40:00Z',
      scoreBefore: 54,
      added: ['mfa.check-1', 'mfa.check-3'],
      reopened: ['mfa.check-3'],
      resolved: ['mfa.check-2'],
      worse: ['mail-flow.check-1'],
      better: [],
      notVerified: ['mfa.check-5'],
      stillOpen: ['mail-flow.check-1', 'mail-flow.check-4'],
      accepted: [],
    },
    settings: null,
    incidents: { items: [], total: 0, notRead: [] },
  };
}
