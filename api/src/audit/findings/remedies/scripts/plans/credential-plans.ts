import { durationDays } from '../../../../facts/duration-days.ts';
import { enumAt, type JsonObject, objectAt, objectsAt, textAt } from '../../../../facts/json-reader.ts';
import { settingAtScan, update } from '../plan-settings.ts';
import type { Json, JsonBody, RemedyPlan } from '../remedy-plan.ts';

const sinceAlways = '0001-01-01T00:00:00Z';

type Restriction = { type: string; days: number | null };
type Wanted = {
  check: string;
  list: 'passwordCredentials' | 'keyCredentials';
  types: readonly string[];
  days: number | null;
};

/**
 * What each check asks for, for applications and service principals alike. Where symmetric keys are listed beside passwords, they are
 * secrets too and are limited with them.
 */
const wanted: readonly Wanted[] = [
  {
    check: 'app.credentials.add',
    list: 'passwordCredentials',
    types: ['passwordAddition', 'symmetricKeyAddition'],
    days: null,
  },
  { check: 'app.credentials.custom', list: 'passwordCredentials', types: ['customPasswordAddition'], days: null },
  {
    check: 'app.credentials.secret',
    list: 'passwordCredentials',
    types: ['passwordLifetime', 'symmetricKeyLifetime'],
    days: 180,
  },
  { check: 'app.credentials.certificate', list: 'keyCredentials', types: ['asymmetricKeyLifetime'], days: 365 },
];

/** In force for all, whenever they were created, with whom it leaves out; a lifetime that is shorter already stays. */
function restricted(found: JsonObject | undefined, { type, days }: Restriction): JsonBody {
  const there = days === null ? null : textAt(found, 'maxLifetime');
  const thereDays = durationDays(there);
  const isShorter = thereDays !== null && days !== null && thereDays > 0 && thereDays <= days;
  return {
    ...(found as JsonBody | undefined),
    restrictionType: textAt(found, 'restrictionType') ?? type,
    state: 'enabled',
    maxLifetime: days === null ? null : isShorter ? there : `P${days}D`,
    restrictForAppsCreatedAfterDateTime: sinceAlways,
  };
}

function listWith(found: readonly JsonObject[], rules: readonly Wanted[]): Json[] {
  const asked = rules.flatMap(({ types, days }) => types.map((type, index) => ({ type, days, isMain: index === 0 })));
  const isOf = (one: JsonObject, type: string) => enumAt(one, 'restrictionType') === type.toLowerCase();
  const kept = found.map((one) => {
    const rule = asked.find(({ type }) => isOf(one, type));
    return rule === undefined ? (one as Json) : restricted(one, rule);
  });
  const added = asked.filter(({ type, isMain }) => isMain && !found.some((one) => isOf(one, type)));
  return [...kept, ...added.map((rule) => restricted(undefined, rule))];
}

/**
 * One change of the tenant's policy (learn.microsoft.com/graph, "Update tenantAppManagementPolicy"): its two objects are sent whole, so
 * that everything else in them is sent as it is.
 */
export const limitCredentials: RemedyPlan = (tenant) => {
  const seen = settingAtScan(tenant, 'defaultAppManagementPolicy');
  const asked = wanted.filter(({ check }) => tenant.open.has(check));
  const restrictionsOf = (owner: string): JsonBody => {
    const lists = (['passwordCredentials', 'keyCredentials'] as const).map((list): [string, Json] => [
      list,
      listWith(
        objectsAt(seen, owner, list),
        asked.filter((one) => one.list === list),
      ),
    ]);
    return { ...(objectAt(seen, owner) as JsonBody), ...Object.fromEntries(lists) };
  };
  const awake = seen.isEnabled === true ? '' : ' The policy is off: whatever else it lists takes effect with it.';
  return [
    {
      ...update({
        title: 'Secrets and certificates of applications are limited',
        closes: ['app.credentials', ...asked.map(({ check }) => check)],
        path: '/policies/defaultAppManagementPolicy',
        method: 'PATCH',
        set: {
          isEnabled: true,
          applicationRestrictions: restrictionsOf('applicationRestrictions'),
          servicePrincipalRestrictions: restrictionsOf('servicePrincipalRestrictions'),
        },
        seen,
        held: ['applicationRestrictions', 'servicePrincipalRestrictions'],
        read: 'Policy.Read.All',
        write: ['Policy.ReadWrite.ApplicationConfiguration'],
      }),
      caution: `Nobody adds a secret to an application any more; secrets that are there stay valid.${awake}`,
    },
  ];
};
