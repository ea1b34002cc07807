import type { DatasetName } from './datasets.ts';

type LoggedEntry = { activity: string; category: string };

/**
 * Which datasets an entry of the directory audit log may have changed, by Microsoft's "Microsoft Entra audit log categories and
 * activities". Settings of SharePoint, Exchange, Intune and Purview are logged elsewhere: no entry tells of them.
 */
const activityRules: readonly { is(entry: LoggedEntry): boolean; datasets: readonly DatasetName[] }[] = [
  { is: ({ activity }) => /conditional access policy/i.test(activity), datasets: ['conditionalAccessPolicies'] },
  { is: ({ activity }) => /named location/i.test(activity), datasets: ['namedLocations', 'conditionalAccessPolicies'] },
  { is: ({ activity }) => /security defaults/i.test(activity), datasets: ['securityDefaults'] },
  { is: ({ activity }) => /role (setting|management policy)/i.test(activity), datasets: ['roleRules'] },
  { is: ({ category }) => /^RoleManagement$/i.test(category), datasets: ['roles', 'roleSchedules'] },
  { is: ({ activity }) => /authorization policy/i.test(activity), datasets: ['authorizationPolicies'] },
  { is: ({ activity }) => /authentication methods policy/i.test(activity), datasets: ['authenticationMethodsPolicy'] },
  { is: ({ activity }) => /cross-tenant access/i.test(activity), datasets: ['crossTenantAccessPolicy'] },
  { is: ({ activity }) => /\bdomain\b|federation settings/i.test(activity), datasets: ['domains'] },
  { is: ({ activity }) => /admin consent/i.test(activity), datasets: ['adminConsentRequestPolicy'] },
  { is: ({ activity }) => /device registration polic/i.test(activity), datasets: ['deviceRegistrationPolicy'] },
  { is: ({ activity }) => /(group|company) settings/i.test(activity), datasets: ['groupSettings'] },
];

/** Every dataset of which an entry can tell, each once. */
export const loggedDatasets: readonly DatasetName[] = [...new Set(activityRules.flatMap(({ datasets }) => datasets))];

/** Activities by which an application gets more of the organization's data ("Application Management" in the same reference). */
export const consentActivities: readonly string[] = [
  'Consent to application',
  'Add delegated permission grant',
  'Add app role assignment to service principal',
];

/** The datasets that these entries may have changed, each once; none where they concern nothing that checks read. */
export function datasetsOfEntries(entries: readonly LoggedEntry[]): DatasetName[] {
  const found = entries.flatMap((entry) =>
    activityRules.filter(({ is }) => is(entry)).flatMap(({ datasets }) => datasets),
  );
  return [...new Set(found)];
}

/** Whether an entry tells of a consent to an application. */
export const isConsent = ({ activity }: LoggedEntry): boolean =>
  consentActivities.some((known) => known.toLowerCase() === activity.trim().toLowerCase());
