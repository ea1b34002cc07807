import type { RecheckedCheck, RecheckResult } from '@tenantry/contract/rechecks';
import { createTask } from '@tenantry/contract/tasks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { workDone } from './report-done-work.ts';
import type { DoneWork } from './report-model.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const now = new Date('2026-11-18T12:00:00.000Z');
const checkedAt = '2026-11-18T10:00:00.000Z';
let app: TestApp;
let cookie: string;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ app, cookie, close } = await openSimulatedApp());
});
afterEach(() => close());

const seen = (observed: string) => [{ dataset: 'sharepointSettings', observed }];
const none = { affected: [], affectedCount: 0 };
const check = (checkId: string, observed: string, verdictStatus: RecheckedCheck['verdictStatus'] = 'pass') => ({
  checkId,
  title: `Title of ${checkId}`,
  verdictStatus,
  message: 'It is so.',
  evidence: seen(observed),
  ...none,
});
const proof: RecheckResult = {
  checkedAt,
  requestedBy: 'Tess',
  verdictStatus: 'pass',
  message: 'Sharing is off.',
  recommendation: '',
  evidence: seen('sharingCapability = disabled'),
  ...none,
  changes: null,
  checks: [],
  datasets: ['sharepointSettings'],
  graphCalls: 1,
};

/** Work that was completed with this proof, as the report tells it. */
async function told(change: Partial<TaskRecord>): Promise<DoneWork | undefined> {
  const body = { tenantId, title: 'Limit sharing', description: 'As asked', category: 'external-sharing' } as const;
  await app.call(createTask, { body, cookie });
  const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
  if (!tenant) throw new Error('There is no tenant');
  const [task] = await every(tenant.tasks);
  const done = { status: 'completed', completedAt: checkedAt, completedBy: 'Tess' } as const;
  await update(tenant.tasks, task?.id ?? '', (one): TaskRecord => ({ ...one, ...done, ...change }));
  return (await workDone(tenant.tasks, null, now))[0];
}

it('work that one check proves is told by what that check says', async () => {
  expect(await told({ checkId: 'spo.sharing', checkIds: ['spo.sharing'], proof })).toMatchObject({
    checkIds: ['spo.sharing'],
    proof: { message: 'Sharing is off.', checkedAt, evidence: ['sharingCapability = disabled'] },
  });
});

it('work that several checks prove says how many pass, with the evidence of each', async () => {
  const checks = [
    check('spo.sharing', 'sharingCapability = disabled'),
    check('spo.domains', 'does not apply', 'notApplicable'),
    check('spo.reshare', 'isResharingByExternalUsersEnabled = false'),
  ];
  const work = await told({ remedyId: 'limit-external-sharing', proof: { ...proof, checks } });
  expect(work?.proof).toEqual({
    message: '2 of 2 checks pass.',
    checkedAt,
    evidence: [
      'Title of spo.sharing: sharingCapability = disabled',
      'Title of spo.reshare: isResharingByExternalUsersEnabled = false',
    ],
  });
  // What the audit found closed by it is not told twice.
  expect(work?.checkIds).toEqual(expect.arrayContaining(['spo.sharing', 'spo.domains', 'spo.reshare']));
});

it('a question of a client that was answered is no work', async () => {
  expect(await told({ origin: 'client' })).toBeUndefined();
});
