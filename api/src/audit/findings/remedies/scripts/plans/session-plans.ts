import { uriComponent } from '@tenantry/contract/text';
import { isObject, numberAt, objectAt, objectsAt, textAt, textsAt } from '../../../../facts/json-reader.ts';
import { objectsAtScan, settingAtScan, update } from '../plan-settings.ts';
import {
  type Json,
  type JsonBody,
  MissingForScript,
  type RemedyPlan,
  type RemedyStep,
  type ScriptTenant,
} from '../remedy-plan.ts';
import { sessionPolicies } from './conditional-access-plans.ts';
import { sharePoint } from './sharing-plans.ts';

const path = '/policies/activityBasedTimeoutPolicies';
const write = ['Policy.ReadWrite.ApplicationConfiguration'];
const general = { ApplicationId: 'default', WebSessionIdleTimeout: '03:00:00' };

/** The definition with three hours for all applications; what it says of single ones stays. @throws MissingForScript */
function definitionWith(text: string | undefined): string {
  if (text === undefined) return definitionOf([general]);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new MissingForScript('The idle timeout that is set cannot be read.');
    throw error;
  }
  const others = objectsAt(parsed, 'ActivityBasedTimeoutPolicy', 'ApplicationPolicies').filter(
    (entry) => isObject(entry) && textAt(entry, 'ApplicationId')?.toLowerCase() !== 'default',
  );
  return definitionOf([general, ...(others as Json[])]);
}

const definitionOf = (applications: readonly Json[]): string =>
  JSON.stringify({ ActivityBasedTimeoutPolicy: { Version: 1, ApplicationPolicies: applications } });

/** Sessions on the web end after three hours without activity: by the policy that is there, of which a tenant has one. */
const idleTimeout: RemedyPlan = (tenant): RemedyStep[] => {
  const present = objectsAtScan(tenant, 'activityBasedTimeoutPolicies').find(
    ({ value }) => value.isOrganizationDefault !== false,
  );
  const closes = ['session.idle'];
  const title = 'Idle web sessions of Microsoft 365 end after three hours';
  if (present !== undefined) {
    const definition = [definitionWith(textsAt(present.value, 'definition')[0])];
    const at = `${path}/${uriComponent(present.id)}`;
    const seen = present.value;
    return [
      update({ title, closes, path: at, method: 'PATCH', set: { definition }, seen, read: 'Policy.Read.All', write }),
    ];
  }
  return [
    {
      kind: 'create',
      method: 'POST',
      title,
      closes,
      path,
      key: 'displayName',
      set: { displayName: 'Idle web sessions', isOrganizationDefault: true, definition: [definitionWith(undefined)] },
      reads: ['Policy.Read.All'],
      writes: write,
      undoes: write,
    },
  ];
};

/** An hour, with ten minutes of warning; less where less was set, though it was off. */
function idleSeconds(tenant: ScriptTenant): JsonBody {
  const seen = objectAt(settingAtScan(tenant, 'sharepointSettings'), 'idleSessionSignOut');
  const end = numberAt(seen, 'signOutAfterInSeconds') ?? 0;
  const warn = numberAt(seen, 'warnAfterInSeconds') ?? 0;
  if (end > 0 && end <= 3600 && warn > 0 && warn < end) return { warnAfterInSeconds: warn, signOutAfterInSeconds: end };
  return { warnAfterInSeconds: 3000, signOutAfterInSeconds: 3600 };
}

const policyChecks = ['ca.signinfreq.admins', 'ca.signinfreq.all', 'ca.signinfreq.unmanaged'];

export const limitSessions: RemedyPlan = (tenant) => [
  ...(tenant.open.has('session.idle') ? idleTimeout(tenant) : []),
  ...(tenant.open.has('spo.idle')
    ? [
        sharePoint(tenant, 'Idle web sessions of SharePoint and OneDrive end within an hour', ['spo.idle'], {
          idleSessionSignOut: { isEnabled: true, ...idleSeconds(tenant) },
        }),
      ]
    : []),
  ...(!tenant.lacksEntraP1 && policyChecks.some((id) => tenant.open.has(id)) ? sessionPolicies(tenant) : []),
];
