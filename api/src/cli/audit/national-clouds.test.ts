import { readFileSync } from 'node:fs';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isObject } from '../../audit/facts/json-reader.ts';
import { gaps, notOfferedIn } from '../../audit/facts/national-clouds.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { takenAtOf } from '../../audit/snapshot/snapshot-facts.ts';
import { readPermissions } from '../sign-in/read-permissions.ts';
import { good, openAudits } from './testing/audited.ts';

const Audit = z.object({
  tenantry: z.object({ cloud: z.string() }),
  coverage: z.object({
    evaluated: z.number(),
    applicable: z.number(),
    percent: z.number(),
    notOffered: z.optional(z.number()),
  }),
  datasets: z.array(z.object({ name: z.string(), state: z.string(), message: z.optional(z.string()) })),
  verdicts: z.array(
    z.object({
      checkId: z.string(),
      title: z.string(),
      status: z.string(),
      message: z.string(),
      recommendation: z.string(),
    }),
  ),
});

const names = { gcchigh: 'GCC High', dod: 'DoD', china: 'China (21Vianet)' } as const;
const formats = 'json,html,csv,sarif,junit,snapshot';

describe.each(['gcchigh', 'dod', 'china'] as const)('an audit with --cloud %s', (cloud) => {
  let audits: Awaited<ReturnType<typeof openAudits>>;
  let run: Awaited<ReturnType<typeof audits.audit>>;
  let told: z.infer<typeof Audit>;
  const label = names[cloud];
  const file = (name: string) => readFileSync(audits.path(`out/${name}`), 'utf8');
  const lacking = () => told.verdicts.filter(({ status }) => status === 'notOffered');

  beforeAll(async () => {
    audits = await openAudits(createSimulatedCloud({ now: () => new Date() }));
    run = await audits.audit(
      `--tenant ${good.domain} --cloud ${cloud} --out out --format ${formats} --with-tenant-configuration`,
    );
    told = Audit.parse(audits.json('out/audit.json'));
  });
  afterAll(() => audits.close());

  test('asks for nothing that the cloud does not have, and reads all else', () => {
    const missing = gaps.filter(({ clouds }) => clouds.includes(cloud)).map(({ path }) => `/v1.0${path}`);
    const asked = audits.cloud.requestCounts().map(({ path }) => path);
    expect(asked.filter((path) => missing.some((one) => path.startsWith(one)))).toEqual([]);
    expect(asked).toContain('/v1.0/policies/authorizationPolicy');
    expect(
      told.datasets.filter(({ state }) => ['couldNotCheck', 'notPermitted', 'notAvailable'].includes(state)),
    ).toEqual([]);
    expect(
      told.datasets
        .filter(({ state }) => state === 'notOffered')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...notOfferedIn(cloud)].sort());
  });

  test('has no check that could not be read: it says what is not offered, where, and that nothing changes it', () => {
    expect(told.verdicts.filter(({ message }) => /could not be read|not collected/.test(message))).toEqual([]);
    expect(lacking().length).toBeGreaterThan(50);
    for (const { message, recommendation } of lacking()) {
      expect(message).toContain(`Microsoft Graph does not offer it in ${label}.`);
      expect(recommendation).toContain('No permission or license changes this.');
    }
  });

  test('counts these checks as not checked, and tells of them in the terminal', () => {
    const { coverage, verdicts } = told;
    const outside = verdicts.filter(({ status }) => status === 'notApplicable').length;
    expect(coverage).toMatchObject({ notOffered: lacking().length, applicable: verdicts.length - outside });
    expect(run.said).toContain(`Not offered in ${label}: the data of ${lacking().length} checks`);
    expect(run.progress).toContain(
      `Not offered in ${label}, and not asked for: settings of Exchange, Defender, Purview and Teams`,
    );
    expect(run.progress).not.toContain('could not be read');
  });

  test('says so in the report, to code scanning and to test reports; a table of findings has none of them', () => {
    const [one] = lacking();
    const html = file('report.html');
    expect(html).toContain(`Not offered: ${lacking().length} checks`);
    expect(html).toContain('the organization’s cloud does not offer the data');
    expect(html).toContain(`Microsoft Graph does not offer it in ${label}.`);
    expect(html).not.toContain('could not be read');
    const notifications: unknown[] = JSON.parse(file('results.sarif')).runs[0].invocations[0]
      .toolExecutionNotifications;
    expect(notifications).toContainEqual(
      expect.objectContaining({
        associatedRule: expect.objectContaining({ id: one?.checkId }),
        level: 'note',
        message: { text: expect.stringMatching(/^Not offered: /) },
      }),
    );
    expect(file('junit.xml')).toContain('<skipped message="Not offered: ');
    for (const { title } of lacking()) expect(file('findings.csv')).not.toContain(`"${title}"`);
  });

  test('gives the same verdicts by its snapshot, which says its cloud', () => {
    const snapshot: unknown = audits.json('out/snapshot.json');
    if (!isObject(snapshot)) throw new Error('It is no object');
    expect(snapshot).toMatchObject({ tenantry: { cloud } });
    const now = takenAtOf(snapshot) ?? new Date(0);
    const { facts, exemptions } = factsFromSnapshot(snapshot, now);
    const { verdicts, coverage } = evaluateFacts(facts, { now, exemptions });
    expect(verdicts.map(({ checkId, status, message }) => [checkId, status, message])).toEqual(
      told.verdicts.map(({ checkId, status, message }) => [checkId, status, message]),
    );
    expect(coverage).toEqual(told.coverage);
  });

  test('is redacted to the same verdicts', async () => {
    await audits.audit(`--tenant ${good.domain} --cloud ${cloud} --out redacted --format json --redact`);
    const { verdicts } = Audit.parse(audits.json('redacted/audit.json'));
    expect(verdicts.map(({ status }) => status)).toEqual(told.verdicts.map(({ status }) => status));
  });
});

test('a sign-in asks for no permission that serves only what the cloud does not offer', () => {
  const inCloud = (cloud: 'commercial' | 'gcchigh' | 'china') =>
    readPermissions({ withTenantConfiguration: true, cloud });
  const without = (cloud: 'gcchigh' | 'china') =>
    inCloud('commercial').filter((permission) => !inCloud(cloud).includes(permission));
  expect(without('gcchigh')).toEqual(['ConfigurationMonitoring.ReadWrite.All']);
  expect(without('china')).toEqual([
    'IdentityRiskEvent.Read.All',
    'IdentityRiskyUser.Read.All',
    'Policy.Read.AuthenticationMethod',
    'SecurityAlert.Read.All',
    'SecurityEvents.Read.All',
    'SecurityIdentitiesHealth.Read.All',
    'SecurityIdentitiesSensors.Read.All',
    'SharePointTenantSettings.Read.All',
    'ThreatHunting.Read.All',
    'ConfigurationMonitoring.ReadWrite.All',
  ]);
});
