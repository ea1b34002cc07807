import { getLatestAudit } from '@tenantry/contract/audits';
import {
  changeEmergencyAccount,
  declareEmergencyAccount,
  type EmergencyState,
  listEmergencyAccounts,
  removeEmergencyAccount,
} from '@tenantry/contract/emergency-accounts';
import { startScan } from '@tenantry/contract/scans';
import type { Verdict } from '@tenantry/contract/verdicts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Declared = {
  userId: string;
  userPrincipalName: string;
  displayName: string;
  isExpired: boolean;
  reason: string;
  state: EmergencyState | null;
};
const reason = 'Break-glass account in the safe of the customer';
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

describe('an emergency account', () => {
  let app: TestApp;
  let cookie: string;
  let id: string;
  let account: Declared;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    for (const tenantId of await app.tenantIds()) {
      const [first] = await listed(tenantId);
      if (first) [id, account] = [tenantId, first];
    }
  });
  afterEach(() => app.close());

  const accountsOf = (answer: { json: Record<string, unknown> }) => answer.json.accounts as Declared[];
  const listed = async (tenantId: string) =>
    accountsOf(await app.call(listEmergencyAccounts, { params: { id: tenantId }, cookie }));
  const declare = (body: Record<string, unknown>, by = cookie) =>
    app.call(declareEmergencyAccount, { params: { id }, body: { reason, expiresAt: inDays(90), ...body }, cookie: by });
  const remove = (userId: string) => app.call(removeEmergencyAccount, { params: { id, userId }, cookie });
  const events = async (eventType: string) =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: eventType }]);
  async function namesInVerdicts(): Promise<string[]> {
    await app.call(startScan, { body: { tenant_id: id }, cookie });
    await app.drainQueue();
    const audit = await app.call(getLatestAudit, { tenantId: id, cookie });
    return Object.values(audit.json.categories as Record<string, { verdicts: Verdict[] }>)
      .flatMap((category) => category.verdicts)
      .filter((verdict) => verdict.checkId.startsWith('ca.mfa') && verdict.status !== 'pass')
      .flatMap((verdict) => verdict.affected.map((affected) => affected.id));
  }

  it('is declared by its user name, found in the directory, with who did it and until when', async () => {
    for (const { userId } of await listed(id)) await remove(userId);
    const answer = await declare({ account: account.userPrincipalName.toUpperCase() });
    expect(accountsOf(answer)).toEqual([
      expect.objectContaining({
        userId: account.userId,
        userPrincipalName: account.userPrincipalName,
        displayName: account.displayName,
        declaredBy: 'Ada Lovelace',
        reason,
        isExpired: false,
      }),
    ]);
    expect(await events('emergency_account_declared')).toBe(1);
  });

  it('is accepted by the next scan, and no longer once it is removed or expired', async () => {
    expect(await namesInVerdicts()).not.toContain(account.userId);
    await update(
      app.app.records.partition<TenantRecord>(containers.tenants, globalPartition),
      id,
      (tenant): TenantRecord => ({
        ...tenant,
        emergencyAccounts: tenant.emergencyAccounts.map((one) => ({ ...one, expiresAt: '2026-01-01T00:00:00.000Z' })),
      }),
    );
    expect((await listed(id)).every((one) => one.isExpired)).toBe(true);
    expect(await namesInVerdicts()).toContain(account.userId);
    await app.call(changeEmergencyAccount, {
      params: { id, userId: account.userId },
      body: { reason, expiresAt: inDays(30) },
      cookie,
    });
    expect(await namesInVerdicts()).not.toContain(account.userId);
    await Promise.all([remove(account.userId), remove(account.userId)]);
    expect(await events('emergency_account_removed')).toBe(1);
    expect(await namesInVerdicts()).toContain(account.userId);
  });

  it('is answered with what the last scan saw of it, and nothing before one has', async () => {
    const answered = async () => {
      const { json } = await app.call(listEmergencyAccounts, { params: { id }, cookie });
      return { state: accountsOf({ json })[0]?.state, checkedAt: json.checkedAt };
    };
    expect(await answered()).toEqual({ state: null, checkedAt: null });
    await namesInVerdicts();
    const { state, checkedAt } = await answered();
    expect(Date.parse(String(checkedAt))).toBeGreaterThan(0);
    expect(state).toMatchObject({
      policies: { count: expect.any(Number), notExcluded: [], notExcludedCount: 0, unknownCount: 0 },
      enabled: true,
      cloudOnly: true,
      securityKey: true,
      globalAdministrator: true,
    });
    expect(state?.policies?.count).toBe(3);
    expect(state?.lastSignIn).not.toBeNull();
  });

  it('is declared once, however often it is asked for at once', async () => {
    for (const { userId } of await listed(id)) await remove(userId);
    const answers = await Promise.all([1, 2, 3].map(() => declare({ account: account.userId })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await listed(id)).toHaveLength(1);
  });

  it.each([
    ['that is in no directory', { account: 'nobody@nowhere.example' }],
    ['of another form', { account: '../organization' }],
    ['without a name', { account: '' }],
    ['without a reason', { reason: 'x' }],
    ['that is never looked at again', { expiresAt: inDays(800) }],
  ])('%s is refused', async (_, body) => {
    const before = await listed(id);
    const answer = await declare({ account: account.userId, ...body });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toHaveLength(1);
    expect(await listed(id)).toEqual(before);
  });

  it('is for administrators', async () => {
    const technician = await app.signInAs('technician', { kind: 'all' });
    expect((await declare({ account: account.userId }, technician)).status).toBe(403);
  });
});
