import { grantedPermissions } from '@tenantry/simulator/entra/app-permissions';
import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectFacts } from '../collect/collect-facts.ts';
import { type DatasetName, datasetNames, datasets } from '../facts/datasets.ts';
import { type Facts, failureOfDataset } from '../facts/facts.ts';
import { isConfigurationDataset } from '../facts/tenant-configuration.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { grantedBy, requiredPermissions } from './permissions.ts';

/** Licensed for everything, with an excluded group whose members are hidden and a role that a group holds. */
const profile: TenantProfile = {
  ...mixedProfile,
  refusedPermissions: [],
  groups: mixedProfile.groups.map((group) =>
    group.roleAssignable === true ? group : { ...group, visibility: 'HiddenMembership' },
  ),
};
const cloud = createSimulatedCloud({ now: () => testNow, tenants: [profile] });

const claimed = requiredPermissions().flatMap(({ permission, isDelegated }) => (isDelegated ? [] : [permission]));
const read = datasetNames.filter((name) => !isConfigurationDataset(name) && datasets[name].feature === undefined);

/** What a scan reads with exactly these permissions. */
async function scanned(permissions: readonly string[]): Promise<Facts> {
  cloud.entra.change({ tenantId: profile.id, grants: [...permissions] });
  return collectFacts({
    graph: await simulatedGraph(cloud, profile.id),
    now: testNow,
    done: {},
    onDataset: async () => undefined,
  });
}

const refused = (facts: Facts): DatasetName[] =>
  read.filter((name) => failureOfDataset(facts[name])?.reason === 'notPermitted').sort();

/** What cannot be read because something else could not. */
const dependent = new Set(['NoRoles', 'NoPolicies', 'NoOrganization', 'NoDomains']);
const lostOtherwise = (facts: Facts): string[] =>
  read.flatMap((name) => {
    const failure = failureOfDataset(facts[name]);
    return failure?.reason === 'couldNotCheck' && !dependent.has(failure.code) ? [`${name}: ${failure.code}`] : [];
  });

/** A dataset for which Microsoft takes another permission that we ask for as well ("Get adminConsentRequestPolicy"). */
const alsoEnough: Partial<Record<DatasetName, string>> = { adminConsentRequestPolicy: 'Directory.Read.All' };

/** What the product says is not read with these permissions. */
function toldAsLost(permissions: readonly string[]): DatasetName[] {
  const held = new Set(permissions);
  return read
    .filter((name) => !held.has(alsoEnough[name] ?? ''))
    .filter((name) =>
      (datasets[name].asAccount ? [] : (datasets[name].permission?.split(' and ') ?? [])).some(
        (permission) => grantedBy(permission, held) === null,
      ),
    )
    .sort();
}

const statuses = (facts: Facts) =>
  new Map(evaluateFacts(facts, { now: testNow }).verdicts.map(({ checkId, status }) => [checkId, status]));

test('the simulated consent grants what the product asks for, and partner sync’s permission', () => {
  const asked = [...claimed, 'ConfigurationMonitoring.ReadWrite.All', 'DelegatedAdminRelationship.Read.All'];
  expect(grantedPermissions([]).toSorted()).toEqual(asked.toSorted());
});

test('with exactly the permissions that the product asks for, everything is read', async () => {
  const facts = await scanned(claimed);
  expect([...refused(facts), ...lostOtherwise(facts)]).toEqual([]);
  expect(read.filter((name) => facts[name] === undefined && !datasets[name].asAccount && name !== 'dns')).toEqual([]);
});

test.each(claimed)(
  'without %s, and what gives the same, exactly that is lost which the product says',
  async (taken) => {
    const whole = statuses(await scanned(claimed));
    for (const left of [
      claimed.filter((one) => one !== taken),
      claimed.filter((one) => one !== taken && grantedBy(taken, new Set([one])) === null),
    ]) {
      const facts = await scanned(left);
      expect(refused(facts).filter((name) => !followsFrom(facts, name))).toEqual(
        toldAsLost(left).filter((name) => !followsFrom(facts, name)),
      );
      expect(lostOtherwise(facts)).toEqual([]);
      const lost = new Set(toldAsLost(left));
      const mayChange = new Set(
        requiredPermissions()
          .filter(({ datasets: names }) => names.some((name) => lost.has(name)))
          .flatMap(({ checks }) => checks.map(({ id }) => id)),
      );
      const changed = [...statuses(facts)].flatMap(([id, status]) => (whole.get(id) === status ? [] : [id]));
      expect(changed.filter((id) => !mayChange.has(id))).toEqual([]);
    }
  },
);

/** A dataset that was not asked for, since one before it was refused: whether its own permission is missing never shows. */
const followsFrom = (facts: Facts, name: DatasetName): boolean => {
  const failure = failureOfDataset(facts[name]);
  return failure !== undefined && dependent.has(failure.code);
};

test('of any of the permissions, exactly that is lost which the product says', async () => {
  const some = fc.subarray(claimed, { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, async (permissions) => {
      const facts = await scanned(permissions);
      const told = toldAsLost(permissions).filter((name) => !followsFrom(facts, name));
      expect(refused(facts)).toEqual(told);
    }),
    { numRuns: 40 },
  );
});
