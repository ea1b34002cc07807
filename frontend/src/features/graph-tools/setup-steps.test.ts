import type { GraphTest } from '@tenantry/contract/graph-tools';
import { describe, expect, test } from 'vitest';
import { type Settings, setupSteps } from './setup-steps.ts';

const now = new Date('2030-01-01T00:00:00.000Z');
const blank: Settings = {
  ...{ clientId: '', tenantId: '', redirectUri: 'https://tenantry.example/callback', partnerCenterScopes: '' },
  ...{ hasClientSecret: false, credential: 'none', certificateThumbprint: null, secretExpiresAt: null },
  adminConsentUrl: null,
};
const withIds: Settings = { ...blank, clientId: 'c', tenantId: 't' };
const whole: Settings = { ...withIds, credential: 'certificate', secretExpiresAt: '2031-01-01T00:00:00.000Z' };
const permission = (state: 'granted' | 'missing' | 'unknown') => ({
  ...{ permission: 'Policy.Read.All', kind: 'application' as const, usedFor: [], checks: [], grantedBy: null },
  state,
});
const tested = (over: Partial<GraphTest>): GraphTest => ({
  ...{ status: 'success', message: '', timestamp: now.toISOString(), data: null, directory: null, explanation: null },
  credentials: { clientId: '', tenantId: '', clientSecret: '', certificate: '' },
  permissions: [permission('granted'), permission('unknown')],
  ...over,
});
const refused = (code: string) =>
  tested({ status: 'failed', permissions: null, explanation: { code, meaning: '', whatToDo: '' } });
const states = (settings: Settings, test: GraphTest | null = null) =>
  setupSteps(settings, test, now)
    .map(({ state }) => state)
    .join(' ');

describe('the steps to a registration that works', () => {
  test.each([
    ['nothing is saved', blank, null, 'next later later later later later'],
    ['the ids are saved', withIds, null, 'done done next later later later'],
    ['a certificate is saved', whole, null, 'done done done next later later'],
    [
      'the certificate has ended',
      { ...whole, secretExpiresAt: '2029-01-01T00:00:00.000Z' },
      null,
      'done done problem later later later',
    ],
    ['all is granted', whole, tested({}), 'done done done done done next'],
    [
      'a permission is missing',
      whole,
      tested({ permissions: [permission('missing')] }),
      'done done done problem later later',
    ],
    ['the directory is not there', whole, refused('AADSTS90002'), 'done problem done later later later'],
    ['the secret is wrong', whole, refused('AADSTS7000215'), 'done done problem later later later'],
    ['nobody has consented', whole, refused('AADSTS65001'), 'done done done problem later later'],
    ['there is no network', whole, refused('ENOTFOUND'), 'done done done later problem later'],
  ])('where %s', (_, settings, test, expected) => {
    expect(states(settings, test)).toBe(expected);
  });
});
