import { describe, expect, it } from 'vitest';
import { type DatasetName, datasetNames, datasets } from '../../audit/facts/datasets.ts';
import { collected, type Facts, failed } from '../../audit/facts/facts.ts';
import type { DatasetState } from '../../store/scans.ts';
import { failureOfResult, failureOfScan, isUnread } from './scan-failure.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const refused = failed({ status: 403, code: 'Authorization_RequestDenied', message: 'No.' }, now);
const unlicensed = failed({ status: 403, code: 'AadPremiumLicenseRequired', message: 'No license.' }, now);
const down = failed({ status: 503, code: 'serviceNotAvailable', message: 'Later.' }, now);

/** Every dataset as given; those that are not named as `otherwise`. */
const factsWith = (otherwise: Facts[DatasetName], given: Facts = {}): Facts =>
  ({ ...Object.fromEntries(datasetNames.map((name) => [name, otherwise])), ...given }) as Facts;
const ok = collected([], now) as Facts[DatasetName];
const some = (count: number, result: Facts[DatasetName]): Facts =>
  Object.fromEntries(
    datasetNames
      .filter((name) => datasets[name].permission !== null && datasets[name].feature === undefined)
      .slice(0, count)
      .map((name) => [name, result]),
  ) as Facts;

describe('a scan with a result', () => {
  it('failed where most of what was asked for was refused or not answered', () => {
    expect(failureOfResult(factsWith(ok))).toBeNull();
    expect(failureOfResult(factsWith(ok, some(5, refused)))).toBeNull();
    expect(failureOfResult(factsWith(ok, some(24, refused)))).toMatchObject({
      cause: 'refused',
      reason: expect.stringMatching(/^Microsoft Graph refused 24 of \d+ datasets\. The consent was withdrawn/),
    });
    expect(failureOfResult(factsWith(ok, some(24, down)))).toMatchObject({
      cause: 'failed',
      reason: expect.stringMatching(/^Microsoft Graph gave no answer for 24 of \d+ datasets\.$/),
    });
  });

  it('did not fail for want of licenses', () => {
    expect(failureOfResult(factsWith(ok, some(20, unlicensed)))).toBeNull();
  });

  it('is none where the DNS and the last sign-ins of before are all that there is', () => {
    expect(isUnread(factsWith(refused, { dns: collected([], now), signInActivity: ok as never }))).toBe(true);
    expect(isUnread(factsWith(refused, { organization: collected([], now) }))).toBe(false);
  });
});

describe('a scan without a result failed of', () => {
  const of = (errorMessage: string | null, state: DatasetState = 'couldNotCheck') =>
    failureOfScan({ errorMessage, datasets: Object.fromEntries(datasetNames.map((name) => [name, state])) });
  const gave = (rest: string) => `Microsoft Graph gave no data: ${rest}`;

  it.each([
    [
      'a consent that was withdrawn',
      gave('No. (403 Authorization_RequestDenied)'),
      'notPermitted',
      'refused',
      /withdrawn/,
    ],
    [
      'an application that is gone',
      gave('AADSTS700016: x (401 invalid)'),
      'couldNotCheck',
      'refused',
      /is not in the tenant/,
    ],
    [
      'a token that is refused',
      gave('No. (401 invalid_client)'),
      'couldNotCheck',
      'refused',
      /sign-in of the application/,
    ],
    [
      'an outage',
      gave('Later. (503 serviceNotAvailable)'),
      'couldNotCheck',
      'failed',
      /error \(503 serviceNotAvailable\)/,
    ],
    ['no network', gave('fetch failed (0 ECONNREFUSED)'), 'couldNotCheck', 'failed', /could not be reached/],
    ['throttling', gave('Too many (429 TooManyRequests)'), 'couldNotCheck', 'failed', /throttled/],
    ['a tenant that nobody connected', gave('No. (0 NotConnected)'), 'couldNotCheck', 'failed', /not connected/],
    ['a fault of ours', 'It broke off 5 times.', 'waiting', 'failed', /^It broke off 5 times\.$/],
    ['nobody knows what', null, 'waiting', 'failed', /^The scan failed\.$/],
  ] as const)('%s, in plain words', (_, message, state, cause, reason) => {
    expect(of(message, state)).toEqual({ cause, reason: expect.stringMatching(reason) });
  });
});
