import { approve, listApprovals } from '@tenantry/contract/approvals';
import { getFinding, listFindings } from '@tenantry/contract/findings';
import { createTask } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindingApp, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

describe('the work that would close a finding', () => {
  let world: FindingApp;
  beforeAll(async () => {
    world = await openFindingApp();
    for (const tenantId of [weak, unlicensed]) await world.scan(tenantId);
  });
  afterAll(() => world.close());

  const listed = async (checkId: string, tenantId = weak) => {
    const found = (await world.list({}, { tenantId })).items.find((one) => one.checkId === checkId);
    if (!found) throw new Error(`There is no finding of ${checkId}`);
    return found;
  };

  it('is told with the request that waits for a decision, in the list of a tenant as in the details, to viewers too', async () => {
    const finding = await listed('spo.reshare');
    const approvals = await world.app.call(listApprovals, { cookie: world.cookie, query: { limit: '200' } });
    const asked = listApprovals.response
      .parse(approvals.json)
      .items.find(({ tenantId, remedyId }) => tenantId === weak && remedyId === 'limit-external-sharing');
    expect(finding.work).toEqual({
      remedyId: 'limit-external-sharing',
      title: finding.remedy?.title,
      approval: { id: asked?.id, status: 'pending', since: asked?.requestedAt },
      task: null,
    });
    const viewer = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    const details = await world.app.call(getFinding, { params: { findingId: finding.id }, cookie: viewer });
    expect(getFinding.response.parse(details.json).work).toEqual(finding.work);
  });

  it('is told with its task once the request is approved, on every finding that the work closes', async () => {
    const { work } = await listed('spo.reshare');
    const params = { id: work?.approval?.id ?? '' };
    const answer = await world.app.call(approve, { params, body: {}, cookie: world.cookie });
    const { taskId, approvedAt } = approve.response.parse(answer.json);
    const mended = (await world.list({}, { tenantId: weak })).items.filter(
      (one) => one.work?.remedyId === 'limit-external-sharing',
    );
    expect(mended.length).toBeGreaterThan(1);
    for (const finding of mended) {
      expect(finding.work).toMatchObject({
        approval: { id: params.id, status: 'approved', since: approvedAt },
        task: { id: taskId, status: 'open' },
      });
    }
  });

  it('is the license where the remedy needs one', async () => {
    const finding = (await world.list({}, { tenantId: unlicensed })).items.find((one) => one.needsLicense !== null);
    expect(finding?.work).toMatchObject({
      remedyId: 'license-microsoft-entra-id-p1',
      title: 'Get Microsoft Entra ID P1',
    });
  });

  it('is told with the task that somebody made of one finding alone, on that finding', async () => {
    const finding = await listed('mfa.admins.registration');
    const body = {
      tenantId: weak,
      title: 'Call the administrators',
      description: 'So',
      category: 'mfa',
      checkId: 'mfa.admins.registration',
    };
    const made = createTask.response.parse((await world.app.call(createTask, { body, cookie: world.cookie })).json);
    expect((await world.details(finding.id)).work.task).toEqual({ id: made.id, title: made.title, status: 'open' });
  });

  it('is left out of a list of several tenants', async () => {
    const answer = await world.app.call(listFindings, { cookie: world.cookie, query: { limit: '5' } });
    expect(listFindings.response.parse(answer.json).items.map(({ work }) => work)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
