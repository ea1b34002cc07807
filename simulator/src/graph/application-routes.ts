import type { Application, DomainDnsRecord, ServicePrincipal } from '@microsoft/microsoft-graph-types';
import { guidOf, hash32 } from '../counter-hash.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { type GraphAnswer, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const salt = { application: 121, servicePrincipal: 122, credential: 123 };

const appNames = ['Backup connector', 'Payroll export', 'Intranet search'];

function secret(directory: TenantDirectory, ordinal: number, anchorMs: number) {
  const endsInDays = 30 + (hash32(directory.key, ordinal, salt.credential) % 600);
  return {
    keyId: guidOf(directory.key, ordinal, salt.credential),
    displayName: 'secret',
    startDateTime: graphTime(anchorMs - 200 * dayMs),
    endDateTime: graphTime(anchorMs + endsInDays * dayMs),
    hint: 'abc',
    secretText: null,
    customKeyIdentifier: null,
  };
}

/** Tenants that restrict secrets use certificates held elsewhere: their applications have none. */
function secrets(call: GraphCall, ordinal: number) {
  const restricted = call.directory.profile.settings.appManagement.isEnabled === true;
  return restricted ? [] : [secret(call.directory, ordinal, call.anchorMs)];
}

function applications(call: GraphCall): Application[] {
  return appNames.map((displayName, ordinal) => ({
    id: guidOf(call.directory.key, ordinal, salt.application),
    appId: guidOf(call.directory.key, ordinal, salt.application + 20),
    displayName,
    createdDateTime: graphTime(call.anchorMs - (300 + ordinal) * dayMs),
    signInAudience: 'AzureADMyOrg',
    publisherDomain: call.directory.profile.domain,
    passwordCredentials: secrets(call, ordinal),
    keyCredentials: [],
  }));
}

function servicePrincipals(call: GraphCall): ServicePrincipal[] {
  return applications(call).map((application, ordinal) => ({
    id: guidOf(call.directory.key, ordinal, salt.servicePrincipal),
    appId: application.appId,
    displayName: application.displayName,
    accountEnabled: true,
    appOwnerOrganizationId: call.directory.tenantId,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMyOrg',
    passwordCredentials: [],
    keyCredentials: [],
    tags: ['WindowsAzureActiveDirectoryIntegratedApp'],
  }));
}

/** The DNS records that Microsoft expects for a domain with mail. */
function serviceConfigurationRecords(call: GraphCall): GraphAnswer {
  const { profile, initialDomain } = call.directory;
  const id = call.ids.id?.toLowerCase() ?? '';
  if (![profile.domain, initialDomain, ...profile.parkedDomains].includes(id))
    throw notFound(`Resource '${id}' does not exist.`);
  const record = (recordType: string, label: string, more: object): DomainDnsRecord => ({
    ...{ '@odata.type': `#microsoft.graph.domainDns${recordType}Record` },
    id: guidOf(call.directory.key, hash32(call.directory.key, recordType.length, label.length), salt.application),
    label,
    recordType,
    supportedService: 'Email',
    isOptional: false,
    ttl: 3600,
    ...more,
  });
  const records =
    id === profile.domain
      ? [
          record('Mx', id, { mailExchange: `${id.replaceAll('.', '-')}.mail.protection.outlook.com`, preference: 0 }),
          record('Txt', id, { text: 'v=spf1 include:spf.protection.outlook.com -all' }),
          record('Cname', `autodiscover.${id}`, { canonicalName: 'autodiscover.outlook.com' }),
        ]
      : [];
  return answerList(call, `domains('${id}')/serviceConfigurationRecords`, records);
}

type Registered = { id?: string; appId?: string | null };

/** One by its object id, or by the id of the application, as Graph's two ways of naming them. */
function one<T extends Registered>(kind: string, all: (call: GraphCall) => T[]): GraphRoute[] {
  const answer = (key: 'id' | 'appId') => (call: GraphCall) => {
    const found = all(call).find((item) => item[key]?.toLowerCase() === call.ids[key]?.toLowerCase());
    if (!found) {
      const message = `Resource '${call.ids[key]}' does not exist or one of its queried reference-property objects are not present.`;
      throw notFound(message);
    }
    return answerObject(call, `${kind}/$entity`, found);
  };
  return [
    { path: `/${kind}`, answer: (call) => answerList(call, kind, all(call)) },
    { path: `/${kind}/{id}`, answer: answer('id') },
    { path: `/${kind}(appId='{appId}')`, answer: answer('appId') },
  ];
}

export const applicationRoutes: GraphRoute[] = [
  ...one('applications', applications),
  ...one('servicePrincipals', servicePrincipals),
  { path: '/domains/{id}/serviceConfigurationRecords', answer: serviceConfigurationRecords },
  {
    path: '/policies/crossTenantAccessPolicy/partners',
    answer: (call) => answerList(call, 'policies/crossTenantAccessPolicy/partners', []),
  },
];
