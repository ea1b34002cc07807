import { generateReport } from '@tenantry/contract/generated-reports';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { clientSummaryDocument } from './client-summary.ts';
import type { ReportModel } from './report-model.ts';
import { sampleReport } from './report-samples.ts';
import { everyGlyph, reportText, textOf } from './testing/report-text.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('settings that changed since the earlier audit', () => {
  let cloud: SimulatedCloud;
  let app: TestApp;
  let cookie: string;
  let scan: SimulatedApp['scan'];
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, cloud, scan, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  async function report(): Promise<ReportModel> {
    const rendering = vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(Uint8Array.from([37]));
    await app.call(generateReport, { body: { tenantId: weak }, cookie });
    await app.drainQueue();
    const model = rendering.mock.calls.at(-1)?.[0];
    if (!model) throw new Error('No report was asked for');
    return model;
  }

  test('stand under Changes with who changed them, and what is critical leads both reports', async () => {
    await scan();
    cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    await scan();
    const model = await report();
    expect(model.settings?.total).toBe(2);
    expect(model.settings?.changes[0]?.who.entries[0]?.by?.name).toContain('@');
    const text = reportText(model);
    const changes = text.slice(text.indexOf('Settings that changed'));
    expect(changes).toMatch(/New Global Administrator\n[^\n]+: Global Administrator/);
    expect(changes).toMatch(/@[^\n]+, \w+ \d+, \d{4}, \d\d:\d\d: Add member to role/);
    expect(changes).toContain('Sharing capability');
    for (const whole of [text, textOf(clientSummaryDocument(model, everyGlyph).content)]) {
      const incident = whole.indexOf('New Global Administrator');
      expect(incident).toBeGreaterThan(whole.indexOf('Look at this today'));
      expect(incident).toBeLessThan(whole.indexOf('What to do first'));
    }
  });

  test('are not told of the first audit, which has nothing to be compared with', async () => {
    await scan();
    const model = await report();
    expect(model.settings).toBeNull();
    expect(reportText(model)).not.toContain('Settings that changed');
  });
});

describe('the part of changed settings', () => {
  const change = {
    ...{
      label: 'conditional Access policies',
      objectName: 'Evil\u202e',
      path: ['conditions', 'users', 'excludeUsers'],
    },
    ...{ kind: 'added' as const, scope: 'members' as const, before: null, after: 'anna@fabrikam.example' },
    attention: {
      weight: 'high' as const,
      title: 'New exclusion from a Conditional Access policy',
      kind: 'policy-narrowed' as const,
    },
    who: { entries: [], unknownBecause: 'The directory audit log has no entry for this between the two scans.' },
  };
  const of = (settings: ReportModel['settings']) => reportText({ ...sampleReport(1), settings });

  test('says why nobody is named, in cleaned texts, and what was not compared', () => {
    const text = of({ changes: [change], total: 1, notCompared: ['Roles: They could not be read.'] });
    expect(text).toContain('New exclusion from a Conditional Access policy\nEvil\nConditions › Users › Exclude users');
    expect(text).toContain('Added: anna@fabrikam.example');
    expect(text).toContain('The directory audit log has no entry for this between the two scans.');
    expect(text).toContain('Not compared: Roles: They could not be read.');
  });

  test('says that nothing changed, and counts what there is no room for', () => {
    expect(of({ changes: [], total: 0, notCompared: [] })).toContain('No setting that was read both times');
    const changes = Array.from({ length: 200 }, () => change);
    expect(of({ changes, total: 230, notCompared: [] })).toContain('and 170 more changes, on the page Changes');
  });
});
