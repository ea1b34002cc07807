import { rowsOf } from '@tenantry/contract/text-table';

/**
 * Members that were added after `unknownFutureValue` to the enumerations of what is answered here, by the property that holds
 * them (Microsoft Graph v1.0 metadata of 2026-08-20, github.com/microsoftgraph/msgraph-metadata, clean_v10_metadata).
 */
const table = `
activity: servicePrincipal
allowedCombinations: qrCodePin
builtInControls: riskRemediation
detail: m365DAdminDismissedDetection adminConfirmedServicePrincipalCompromised adminDismissedAllRiskForServicePrincipal userChangedPasswordOnPremises adminDismissedRiskForSignIn adminConfirmedAccountSafe microsoftRevokedSessions
detectionSource: microsoftDefenderForCloud microsoftDefenderForIoT microsoftDefenderForServers microsoftDefenderForStorage microsoftDefenderForDNS microsoftDefenderForDatabases microsoftDefenderForContainers microsoftDefenderForNetwork microsoftDefenderForAppService microsoftDefenderForKeyVault microsoftDefenderForResourceManager microsoftDefenderForApiManagement nrtAlerts scheduledAlerts microsoftDefenderThreatIntelligenceAnalytics builtInMl microsoftInsiderRiskManagement microsoftThreatIntelligence microsoftDefenderForAIServices securityCopilot microsoftSentinel
excludePlatforms: linux
includePlatforms: linux
remediationStatus: active pendingApproval declined unremediated running partiallyRemediated
result: reportOnlySuccess reportOnlyFailure reportOnlyNotApplied reportOnlyInterrupted
riskDetail: m365DAdminDismissedDetection adminConfirmedServicePrincipalCompromised adminDismissedAllRiskForServicePrincipal userChangedPasswordOnPremises adminDismissedRiskForSignIn adminConfirmedAccountSafe microsoftRevokedSessions
serviceSource: microsoftDefenderForCloud microsoftSentinel microsoftInsiderRiskManagement microsoftThreatIntelligence microsoftSecurityForAI
status: partiallySuccessful
userIdentityType: emailUser
x509CertificateRuleType: issuerSubjectAndPolicyOID
`;

const laterMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rowsOf(table, /^(\w+): (.+)$/gm).map(([, property = '', members = '']) => [property, new Set(members.split(' '))]),
);

function masked(property: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(property, item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(name, inner)]));
  }
  const later = laterMembers.get(property);
  return typeof value === 'string' && later?.has(value) ? 'unknownFutureValue' : value;
}

/**
 * An answer to who did not ask for later members: each of them reads `unknownFutureValue` (Microsoft Graph, best practices,
 * "Handling future members in evolvable enumerations").
 */
export const withoutLaterMembers = (body: unknown): unknown => masked('', body);
