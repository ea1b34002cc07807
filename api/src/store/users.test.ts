import type { Role } from '@tenantry/contract/auth';
import { getSession } from '@tenantry/contract/auth';
import { setFindingStatus } from '@tenantry/contract/findings';
import { getGraphSettings } from '@tenantry/contract/graph-tools';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const findingId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01_f-none';

describe('a user whose stored role has one of the older words', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.close());

  it.each([
    ['Security Administrator', 'admin', 200, 404],
    ['Security Technician', 'technician', 403, 404],
  ] as const)('%s is one with the role %s', async (stored, role, settings, finding) => {
    const cookie = await app.signInAs(stored as string as Role, { kind: 'all' });
    const session = await app.call(getSession, { cookie });
    expect(session.json).toMatchObject({ user: { role, roles: [role] } });
    expect((await app.call(getGraphSettings, { cookie })).status).toBe(settings);
    const body = { status: 'in-progress' };
    expect((await app.call(setFindingStatus, { params: { findingId }, body, cookie })).status).toBe(finding);
  });

  it('counts among the administrators where it is one', async () => {
    await app.signInAs('Security Administrator' as string as Role, { kind: 'all' });
    await app.signInAs('Security Technician' as string as Role, { kind: 'all' });
    await app.signInAs('admin', { kind: 'all' });
    const administrators = await app.app.stores.users.administrators();
    expect(administrators.map(({ role }) => role)).toEqual(['admin', 'admin']);
  });

  it.each(['Security Reader', 'security administrator', 'constructor', ''])('%j may do nothing', async (stored) => {
    const cookie = await app.signInAs(stored as string as Role, { kind: 'all' });
    expect((await app.call(getGraphSettings, { cookie })).status).toBe(403);
  });
});
