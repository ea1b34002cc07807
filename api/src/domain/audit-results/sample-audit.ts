import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { findingFigures } from '../../audit/findings/finding-figures.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';

const sampleUserCount = 847;

/** A made-up tenant, judged by the same checks as a real one. */
function sampleSnapshot(now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const number = (index: number) => String(index).padStart(12, '0');
  const users = Array.from({ length: sampleUserCount }, (_, index) => ({
    id: `5a3f1e00-0000-4000-8000-${number(index)}`,
    displayName: `Sample User ${index + 1}`,
    userPrincipalName: `user${index + 1}@sample.example`,
    userType: 'Member',
    accountEnabled: true,
    createdDateTime: daysAgo(900),
    signInActivity: { lastSuccessfulSignInDateTime: daysAgo(index % 20 === 0 ? 200 : index % 30) },
  }));
  return {
    users,
    userRegistrationDetails: users.map(({ id, userPrincipalName }, index) => ({
      id,
      userPrincipalName,
      userType: 'member',
      isAdmin: index < 3,
      isMfaCapable: index % 8 !== 7,
    })),
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: [
      {
        id: '5a3f1e00-0000-4000-9000-000000000001',
        displayName: 'Require MFA for all users',
        state: 'enabledForReportingButNotEnforced',
        conditions: {
          users: { includeUsers: ['All'] },
          applications: { includeApplications: ['All'] },
          clientAppTypes: ['all'],
        },
        grantControls: { operator: 'OR', builtInControls: ['mfa'] },
      },
    ],
    authorizationPolicy: {
      allowInvitesFrom: 'everyone',
      guestUserRoleId: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
      defaultUserRolePermissions: { allowedToCreateApps: true, permissionGrantPoliciesAssigned: [] },
    },
    sharepointSettings: { sharingCapability: 'externalUserAndGuestSharing', isResharingByExternalUsersEnabled: true },
    secureScores: [{ createdDateTime: daysAgo(1), currentScore: 412, maxScore: 780, controlScores: [] }],
    domains: ['sample.example'],
    dns: { 'sample.example': { spf: ['v=spf1 include:spf.protection.outlook.com ~all'], dmarc: ['v=DMARC1; p=none'] } },
  };
}

/** What a simulated tenant shows before its first scan; marked as a sample wherever it is shown. */
export function sampleAudit(now: Date) {
  const { facts, exemptions } = factsFromSnapshot(sampleSnapshot(now), now);
  const outcome = evaluateFacts(facts, { now, exemptions });
  return {
    overallScore: outcome.score,
    overallStatus: outcome.status ?? ('Unknown' as const),
    criticalIssues: findingFigures(outcome.verdicts.filter(isFinding)).critical,
    createdAt: now.toISOString(),
    data: { coverage: outcome.coverage, verdicts: outcome.verdicts, userCount: sampleUserCount, isSimulated: true },
  };
}
