import { expect, test } from 'vitest';
import { userReducer } from '../../audit/collect/reduce/users.ts';
import { collected, type Facts, failed } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { unauditedMailboxes } from './unaudited-mailboxes.ts';

const now = new Date('2026-11-24T08:00:00Z');
const config = (...states: unknown[]): Facts => ({
  exchangeOrganizationConfig: collected(
    states.map((AuditDisabled): JsonObject => (AuditDisabled === undefined ? {} : { AuditDisabled })),
    now,
  ),
});
const sku = (skuId: string, ...plans: string[]) => ({
  skuId,
  servicePlans: plans.map((servicePlanName) => ({ servicePlanName })),
});
function users(...skuIds: string[][]) {
  const reducer = userReducer(new Set());
  reducer.add(
    skuIds.map((ids, index) => ({
      id: `u${index}`,
      accountEnabled: true,
      userType: 'Member',
      assignedLicenses: ids.map((skuId) => ({ skuId })),
    })),
  );
  return reducer.finish();
}
const directory: Facts = {
  users: collected(users(['mail'], ['mail', 'phone'], ['phone'], []), now),
  subscribedSkus: collected([sku('mail', 'EXCHANGE_S_STANDARD'), sku('phone', 'EXCHANGE_S_FOUNDATION', 'MCOEV')], now),
  sharedMailboxes: collected([{ PrimarySMTPAddress: 'info@contoso.com' }], now),
};

test('none is unaudited where auditing is on for the tenant', () => {
  expect(unauditedMailboxes({ ...directory, ...config(false) })).toEqual({ count: 0, because: null });
  expect(unauditedMailboxes(config('False'))).toEqual({ count: 0, because: null });
});

test('all of them are where it is off: accounts with a plan that has a mailbox, and shared mailboxes', () => {
  expect(unauditedMailboxes({ ...directory, ...config(true) })).toEqual({ count: 3, because: null });
});

test('how many is not known where a source of it is missing, and that it is off is said', () => {
  for (const name of ['users', 'subscribedSkus', 'sharedMailboxes'] as const)
    expect(unauditedMailboxes({ ...directory, ...config(true), [name]: undefined })).toEqual({
      count: null,
      because: expect.stringContaining('off for the whole organization'),
    });
});

test('what the snapshot does not say, or was not read, is not known', () => {
  expect(unauditedMailboxes(config(undefined)).count).toBeNull();
  expect(unauditedMailboxes(config())).toMatchObject({ count: null, because: expect.stringMatching(/\w/) });
  const refused = failed({ status: 403, code: 'Forbidden', message: 'Access Denied.' }, now);
  expect(unauditedMailboxes({ exchangeOrganizationConfig: refused })).toEqual({
    count: null,
    because: 'Access Denied.',
  });
  expect(unauditedMailboxes({})).toMatchObject({ count: null, because: expect.stringContaining('not collected') });
});
