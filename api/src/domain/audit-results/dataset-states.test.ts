import { describe, expect, test } from 'vitest';
import { collected, type Facts, failed } from '../../audit/facts/facts.ts';
import { beginConsentPath, organizationConsentUrl } from '../connection/organization-consent.ts';
import { nextScan, passingFailures } from '../scan-plan/scan-plan.ts';
import { currentDatasetStates, datasetStates, keptGrantUrl, refusedClientId } from './dataset-states.ts';

const now = new Date('2026-11-20T12:00:00Z');
const tenantId = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const plan = {
  id: tenantId,
  isMock: false,
  nextScanAt: '2026-11-20T13:00:00.000Z',
  lastSignInDueAt: '2026-11-20T12:05:00.000Z',
};
const context = { entraTenantId: tenantId, clientId: 'the-client' };
const throttled = { status: 429, code: 'TooManyRequests', message: 'x'.repeat(2000) };
const denied = { status: 403, code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' };
const unlicensed = { status: 403, code: 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', message: '' };

const facts: Facts = {
  domains: collected([], now),
  groups: failed(throttled, now),
  signInActivity: failed(throttled, now),
  alerts: failed(denied, now),
  riskDetections: failed(unlicensed, now),
  sharepointSettings: failed({ status: 200, code: 'UnexpectedAnswer', message: '' }, now),
};
const allStates = currentDatasetStates(datasetStates(facts, context), plan);
const stateOf = (name: string, states = allStates) => states.find((one) => one.name === name);

describe('the states of the datasets', () => {
  test('what was read says when, and asks for nothing', () => {
    expect(stateOf('domains')).toEqual({
      name: 'domains',
      label: 'Domains',
      state: 'ok',
      fetchedAt: now.toISOString(),
      status: null,
      code: null,
      message: null,
      permission: 'Domain.Read.All',
      grantUrl: null,
      license: null,
      retryAt: null,
      feature: null,
    });
  });

  test('what is not permitted names the permission and our own address that begins the consent', () => {
    expect(stateOf('alerts')).toMatchObject({
      state: 'notPermitted',
      permission: 'SecurityAlert.Read.All',
      grantUrl: `/api/auth/m365/start?tenantId=${tenantId}&consent=1`,
      retryAt: null,
    });
    expect(
      stateOf('alerts', currentDatasetStates(datasetStates(facts, { ...context, clientId: null }), plan))?.grantUrl,
    ).toBeNull();
  });

  test('an address of Microsoft that an audit of before has kept leads nobody there, and names the application still', () => {
    const kept = datasetStates(facts, context);
    expect(kept.find(({ name }) => name === 'alerts')?.grantUrl).toBe(keptGrantUrl(tenantId, 'the-client'));
    expect(refusedClientId(kept)).toBe('the-client');
    expect(refusedClientId(datasetStates({}, context))).toBeNull();
    const shown = currentDatasetStates(kept, plan).flatMap(({ grantUrl }) => grantUrl ?? []);
    expect(new Set(shown)).toEqual(new Set([beginConsentPath(tenantId)]));
  });

  test('nobody can grant the simulator anything', () => {
    expect(
      stateOf('alerts', currentDatasetStates(datasetStates(facts, context), { ...plan, isMock: true })),
    ).toMatchObject({ state: 'notPermitted', grantUrl: null });
  });

  test('what could not be checked says the status and when it is tried again, the last sign-ins by their own schedule', () => {
    expect(stateOf('groups')).toMatchObject({ state: 'couldNotCheck', status: 429, retryAt: plan.nextScanAt });
    expect(stateOf('groups')?.message).toHaveLength(400);
    expect(stateOf('signInActivity')?.retryAt).toBe(plan.lastSignInDueAt);
  });

  test('what is not licensed names the license', () => {
    expect(stateOf('riskDetections')).toMatchObject({ state: 'notLicensed', license: 'Microsoft Entra ID P1' });
  });

  test('what nobody asked for is not collected, and never ok', () => {
    expect(stateOf('users')).toMatchObject({ state: 'notCollected', fetchedAt: null, status: null });
    expect(stateOf('users')?.message).toBe('Not collected during scans.');
  });

  test('what was not collected is said in the words of today, whatever an audit of before has kept', () => {
    const kept = datasetStates({}, context).map((state) => ({ ...state, message: 'It was not asked for.' }));
    expect(new Set(currentDatasetStates(kept, plan).map(({ message }) => message))).toEqual(
      new Set(['Not collected during scans.']),
    );
  });

  test('an audit shows the times of the plan as it is now; an audit of before shows none', () => {
    const later = { ...plan, nextScanAt: '2026-11-21T00:00:00.000Z', lastSignInDueAt: null };
    const states = currentDatasetStates(datasetStates(facts, context), later);
    expect(stateOf('groups', states)?.retryAt).toBe(later.nextScanAt);
    expect(stateOf('domains', states)?.retryAt).toBeNull();
    expect(currentDatasetStates(undefined, later)).toEqual([]);
  });

  test('an id cannot leave its place in an address', () => {
    const url = new URL(organizationConsentUrl('../../evil?x=', 'a&b=c', 'https://tenantry.example/callback'));
    expect(url.host).toBe('login.microsoftonline.com');
    expect(url.pathname.endsWith('/v2.0/adminconsent')).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'a&b=c',
      scope: 'https://graph.microsoft.com/.default',
      redirect_uri: 'https://tenantry.example/callback',
      state: 'organization-consent',
    });
    expect([...new URL(keptGrantUrl('../../evil?x=', 'a&b=c')).searchParams]).toEqual([['client_id', 'a&b=c']]);
  });
});

describe('the next scan', () => {
  test('comes after a day, or after 1, 2, 4 … hours and at most a day while something passes', () => {
    expect(nextScan({}, true, now)).toEqual({ nextScanAt: '2026-11-21T12:00:00.000Z', scanRetries: 0 });
    let retries = 0;
    const hours = Array.from({ length: 7 }, () => {
      const due = nextScan({ scanRetries: retries }, false, now);
      retries = due.scanRetries;
      return (Date.parse(String(due.nextScanAt)) - now.getTime()) / 3_600_000;
    });
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
  });

  test('is a weekly one again where nothing passes for days', () => {
    const schedule = { frequency: 'weekly', weekday: 'sunday', hour: 3, timeZone: 'Europe/Berlin' } as const;
    expect(nextScan({ schedule, scanRetries: 3 }, false, now).nextScanAt).toBe('2026-11-20T20:00:00.000Z');
    expect(nextScan({ schedule, scanRetries: 6 }, false, now).nextScanAt).toBe('2026-11-22T02:00:00.000Z');
  });

  test('is expedited by what passes, and not by a license, a permission or a form', () => {
    expect(passingFailures(facts)).toEqual(['groups', 'signInActivity']);
  });
});
