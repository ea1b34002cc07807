import { BuiltInBaselineId } from '@tenantry/contract/alignment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { catalog } from '../../audit/checks/catalog.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { requiredOf } from './baselines.ts';
import { builtInBaselines } from './built-in-baselines.ts';

/** Tidewell Motors: no Entra ID P1. */
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const checksOf = (id: string): readonly string[] => builtInBaselines.find((one) => one.id === id)?.checkIds ?? [];

describe('the baselines that come with Tenantry', () => {
  let opened: SimulatedApp;
  beforeAll(async () => {
    opened = await openSimulatedApp();
    await opened.scan(unlicensed);
  });
  afterAll(() => opened.close());

  test('are those of the contract, of checks that there are, and each requires some', () => {
    expect(builtInBaselines.map(({ id }) => id)).toEqual([...BuiltInBaselineId.options]);
    const known = new Set(catalog.map(({ id }) => id));
    for (const { id, checkIds, minimumGravity } of builtInBaselines) {
      expect(
        checkIds.filter((one) => !known.has(one)),
        id,
      ).toEqual([]);
      expect(requiredOf(checkIds, minimumGravity).length, id).toBeGreaterThan(10);
    }
  });

  test('ask of a tenant without Entra ID P1 for nothing that it would need the license for', async () => {
    const tenant = await opened.app.app.stores.tenants.open(everyTenant, unlicensed);
    const audit = tenant && (await latestAudit(tenant));
    const asked = new Set(checksOf('essentials-without-p1'));
    const verdicts = audit?.data.verdicts.filter(({ checkId }) => asked.has(checkId)) ?? [];
    expect(verdicts).toHaveLength(asked.size);
    const beyond = verdicts.filter(
      ({ status, needsLicense }) => status === 'notLicensed' || needsLicense !== undefined,
    );
    expect(beyond.map(({ checkId }) => checkId)).toEqual([]);
    // The others of the essentials do.
    expect(checksOf('essentials').length).toBeGreaterThan(asked.size);
    expect([...asked].filter((id) => !checksOf('essentials').includes(id))).toEqual([]);
  });

  test('are what the frameworks map, level by level', () => {
    const [one, both] = [checksOf('cis-level-1'), checksOf('cis-level-2')];
    expect(one.filter((id) => !both.includes(id))).toEqual([]);
    expect(both.length).toBeGreaterThan(one.length);
    const mapped = (id: 'cis-m365' | 'essential-eight') =>
      new Set(frameworkOf(id).controls.flatMap(({ checkIds }) => checkIds));
    expect(new Set(both)).toEqual(mapped('cis-m365'));
    expect(new Set(checksOf('essential-eight'))).toEqual(mapped('essential-eight'));
    const shall = frameworkOf('cisa-scuba').controls.filter(({ level }) => level === 'Shall');
    expect(new Set(checksOf('scuba'))).toEqual(new Set(shall.flatMap(({ checkIds }) => checkIds)));
  });
});
