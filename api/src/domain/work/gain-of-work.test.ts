import type { Verdict } from '@tenantry/contract/verdicts';
import { hardenedSettings } from '@tenantry/simulator/profiles/good-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import type { TenantChange } from '@tenantry/simulator/tenant-changes';
import { describe, expect, it } from 'vitest';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { forecastsOf, verdictsAfter } from '../../audit/findings/forecast/forecast.ts';
import { policyOfCheck } from '../../audit/findings/forecast/policies-of-checks.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { scoreOf } from '../../audit/findings/score.ts';
import { factsOfTenant } from '../../audit/testing/demonstration-facts.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { gainOfWork } from './gain-of-work.ts';

/** Bracken Freight Group and Tidewell Motors, which has no Entra ID P1. */
const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const options = { now: testNow };
const hardened = ({ setting, only }: { setting: keyof typeof hardenedSettings; only?: readonly string[] }) => {
  const whole = Object.entries(hardenedSettings[setting] ?? {});
  const set = Object.fromEntries(only ? whole.filter(([key]) => only.includes(key)) : whole);
  return { kind: 'setting', setting, set } as const satisfies TenantChange;
};

const cloud = createSimulatedCloud({ now: () => testNow });
const untouched = new Map<string, Verdict[]>();
const before = new Map(
  await Promise.all(
    [weak, unlicensed].map(async (id) => {
      const facts = await factsOfTenant(cloud, id);
      untouched.set(id, evaluateFacts(facts, options).verdicts);
      return [id, facts] as const;
    }),
  ),
);

/** What a work would change in a tenant, and what a scan says after somebody has done it in the simulator. */
async function forecastAndScan(tenantId: string, workId: string, changes: readonly TenantChange[]) {
  const facts = before.get(tenantId) ?? {};
  const verdicts = untouched.get(tenantId) ?? [];
  const found = verdicts.filter(isFinding);
  const open = new Set(found.map(({ checkId }) => checkId));
  const members = found.filter(
    ({ checkId, needsLicense = null, closedBy }) => workOf({ checkId, needsLicense, closedBy }).id === workId,
  );
  const forecasts = [...forecastsOf(facts, verdicts, open, options)];
  const forecast = forecasts.find((one) => one.workId === workId) ?? null;
  const foreseen = verdictsAfter(verdicts, forecast, new Set(members.map(({ checkId }) => checkId)));
  const base = { verdicts, score: scoreOf(verdicts), scoreUnknownBecause: null, forecasts };
  const gain = gainOfWork({ id: workId, members }, base);
  const changed = createSimulatedCloud({ now: () => testNow });
  for (const change of changes) changed.changeTenant(tenantId, change);
  const scanned = evaluateFacts(await factsOfTenant(changed, tenantId), options);
  return { members, foreseen, gain, scanned };
}

const statuses = (verdicts: readonly Verdict[]) => verdicts.map(({ checkId, status }) => `${checkId}: ${status}`);

const settings: [workId: string, change: Parameters<typeof hardened>[0]][] = [
  [
    'limit-external-sharing',
    {
      setting: 'sharepoint',
      only: [
        'sharingCapability',
        'sharingDomainRestrictionMode',
        'sharingAllowedDomainList',
        'isResharingByExternalUsersEnabled',
      ],
    },
  ],
  [
    'limit-file-sync',
    { setting: 'sharepoint', only: ['isUnmanagedSyncAppForTenantRestricted', 'allowedDomainGuidsForSyncApp'] },
  ],
  ['restrict-guests', { setting: 'authorization', only: ['guestUserRoleId', 'allowInvitesFrom'] }],
  ['cross-tenant-access', { setting: 'crossTenantDefault' }],
  ['device-settings', { setting: 'deviceRegistration' }],
];

describe('what a forecast says, a scan says once the work is done', () => {
  it('of security defaults', async () => {
    const on: TenantChange = { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: true } };
    const { foreseen, gain, scanned } = await forecastAndScan(unlicensed, 'require-mfa', [on]);
    expect(statuses(foreseen)).toEqual(statuses(scanned.verdicts));
    expect(gain?.score).toBe(scanned.score);
    // Guests and everybody else are better off, though their finding stays.
    expect(gain?.improves.map(({ checkId }) => checkId)).toEqual(['ca.mfa.all', 'ca.mfa.guests']);
  });

  it.each(settings)('of the setting that %s changes', async (workId, change) => {
    const { members, foreseen, gain, scanned } = await forecastAndScan(weak, workId, [hardened(change)]);
    expect(members.length).toBeGreaterThan(0);
    expect(statuses(foreseen)).toEqual(statuses(scanned.verdicts));
    expect(gain?.score).toBe(scanned.score);
    expect(gain?.points).toBeGreaterThan(0);
  });

  it.each(['require-phishing-resistant-mfa', 'block-risky-sign-in-flows', 'protect-registration'])(
    'of the policies of %s, findings of other work included',
    async (workId) => {
      const own = remedyOf(workId)?.checks ?? [];
      const leftOut = { emergencyAccounts: [], isSynchronized: true };
      const changes = own.flatMap((checkId): TenantChange[] => {
        const set = policyOfCheck(checkId, leftOut);
        return set === null ? [] : [{ kind: 'policy', policyId: `made-for-${checkId}`, set }];
      });
      const { foreseen, gain, scanned } = await forecastAndScan(weak, workId, changes);
      const decidedByPeople = new Set(remedyOf('break-glass-accounts')?.checks);
      const told = (verdicts: readonly Verdict[]) =>
        statuses(verdicts.filter(({ checkId }) => !decidedByPeople.has(checkId)));
      expect(told(foreseen)).toEqual(told(scanned.verdicts));
      expect(gain?.closes.length).toBeGreaterThanOrEqual(own.length);
    },
  );
});
