import { acceptFinding, setFindingStatuses, withdrawAcceptance } from '@tenantry/contract/findings';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countOpenFindings } from '../../domain/finding/counted-findings.ts';
import { type FindingApp, handled, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

const outcomes = (json: unknown) => setFindingStatuses.response.parse(json).items.map(({ outcome }) => outcome);

describe('the status of findings', () => {
  let world: FindingApp;
  let ids: string[];
  beforeEach(async () => {
    world = await openFindingApp();
    await world.scan();
    ids = (await world.list({}, { tenantId: weak })).items.map(({ id }) => id);
  });
  afterEach(() => world.close());

  const openIssues = async () =>
    Number(
      (await world.app.call(getTenantSummary, { params: { id: weak }, cookie: world.cookie })).json.openIssuesCount,
    );
  const accept = (findingId: string) => {
    const body = { reason: 'The customer wants it so', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    return world.app.call(acceptFinding, { params: { findingId }, body, cookie: world.cookie });
  };

  it('is set with a note, which the trail has before and after, and changed by a word alone', async () => {
    const [id = ''] = ids;
    await world.set(id, { status: 'in-progress', note: ' Ordered ' });
    await world.set(id, { status: 'in-progress' });
    await world.set(id, { status: 'in-progress', note: 'Ordered in May' });
    const { note, history } = await world.details(id);
    expect(note).toBe('Ordered in May');
    expect(history.map(({ what }) => what)).toEqual(['noted', 'work-started', 'first-seen']);
    expect(
      (await world.entries('finding_status_changed')).map(({ details }) => [details.before, details.after]),
    ).toEqual([
      [
        { status: 'unresolved', note: '' },
        { status: 'in-progress', note: 'Ordered' },
      ],
      [
        { status: 'in-progress', note: 'Ordered' },
        { status: 'in-progress', note: 'Ordered in May' },
      ],
    ]);
  });

  it('is resolved by hand with a reason, which stands in history and trail, and reads as not verified', async () => {
    const [id = ''] = ids;
    const answer = await world.set(id, { status: 'resolved', reason: ' Blocked at the firewall ' });
    const { history, ...resolved } = await world.details(id);
    expect(answer.json).toMatchObject({ isVerified: false });
    expect(resolved).toMatchObject({ status: 'resolved', isVerified: false, note: 'Blocked at the firewall' });
    expect(resolved).toMatchObject({ resolvedBy: 'Ada Lovelace', resolvedAt: history[0]?.at });
    expect(history[0]).toMatchObject({ what: 'resolved', by: 'Ada Lovelace', note: 'Blocked at the firewall' });
    const [entry] = await world.entries('finding_status_changed');
    expect(entry?.details.after).toEqual({ status: 'resolved', note: 'Blocked at the firewall' });
    await world.set(id, { status: 'unresolved' });
    const open = { status: 'unresolved', note: '', resolvedAt: null, resolvedBy: null, isVerified: true };
    expect(await world.details(id)).toMatchObject(open);
  });

  it.each([
    ['no reason', { status: 'resolved' }, 'reason', /Give a reason: what was done/],
    ['a reason that says nothing', { status: 'resolved', reason: 'done' }, 'reason', /at least 10 characters/],
    ['a note instead', { status: 'resolved', note: 'Turned off by the customer' }, 'reason', /check again/],
    ['a note beside the reason', { ...handled, note: 'Turned off' }, 'note', /takes a reason/],
    ['a reason for another status', { status: 'in-progress', reason: handled.reason }, 'reason', /note instead/],
  ])('is not changed with %s, of one or of many: the answer says what to do', async (_, body, field, words) => {
    const [id = ''] = ids;
    for (const answer of [await world.set(id, body), await world.setAll([id], body)]) {
      expect(answer.status).toBe(400);
      expect(answer.json.fields).toContainEqual({ path: field, message: expect.stringMatching(words) });
    }
    expect(await world.details(id)).toMatchObject({ status: 'unresolved' });
  });

  it('takes a note of 1,000 characters in lines, and refuses one that is longer or holds what nobody sees', async () => {
    const [id = ''] = ids;
    const lines = `${'x'.repeat(499)}\n${'é'.repeat(500)}`;
    expect((await world.set(id, { status: 'in-progress', note: lines })).json).toMatchObject({ note: lines });
    for (const note of [`${lines}x`, 'a\u0000b', 'a\u202eb', 'a\u200bb']) {
      expect((await world.set(id, { status: 'in-progress', note })).status).toBe(400);
      expect((await world.setAll([id], { status: 'in-progress', note })).status).toBe(400);
    }
  });

  it('is set of many at once with one entry that names them, and counted over the tenant', async () => {
    const chosen = ids.slice(0, 12);
    const before = await openIssues();
    await world.set(chosen[0] ?? '', { status: 'in-progress', note: 'Ordered' });
    const answer = await world.setAll(chosen, { status: 'resolved', reason: 'One policy blocks it' });
    expect(outcomes(answer.json)).toEqual(chosen.map(() => 'changed'));
    const [entry, ...others] = await world.entries('findings_status_changed');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ user: 'ada', target: '12 findings', tenantId: weak });
    expect(entry?.details.after).toEqual({ status: 'resolved', note: 'One policy blocks it' });
    const members = entry?.details.members as { id: string; title: string; before: object }[];
    expect(members.map(({ id }) => id).sort()).toEqual([...chosen].sort());
    expect(members.find(({ id }) => id === chosen[0])?.before).toEqual({ status: 'in-progress', note: 'Ordered' });
    expect(await world.entries('finding_status_changed')).toHaveLength(1);
    expect(await openIssues()).toBe(before - chosen.length);
    for (const id of chosen)
      expect((await world.stored().get(id))?.value).toMatchObject({ outbox: [], hasOutbox: false });
    expect((await world.details(chosen[3] ?? '')).history[0]).toMatchObject({
      what: 'resolved',
      note: 'One policy blocks it',
    });
  });

  it('is answered for each as it was named: again, not there, another tenant, accepted', async () => {
    await world.scan(unlicensed);
    const foreign = (await world.list({}, { tenantId: unlicensed })).items[0]?.id ?? '';
    const [first = '', second = ''] = ids;
    await accept(second);
    const named = [first, foreign, second, `${weak}_f-none`, first];
    const answer = await world.setAll(named, handled);
    expect(setFindingStatuses.response.parse(answer.json).items).toEqual([
      { findingId: first, outcome: 'changed', why: null },
      { findingId: foreign, outcome: 'not-found', why: 'There is no such finding.' },
      { findingId: second, outcome: 'refused', why: 'This risk is accepted. Withdraw the acceptance first.' },
      { findingId: `${weak}_f-none`, outcome: 'not-found', why: 'There is no such finding.' },
      { findingId: first, outcome: 'unchanged', why: null },
    ]);
    expect(await world.details(foreign)).toMatchObject({ status: 'unresolved' });
    expect((await world.details(foreign)).history).toHaveLength(1);
    expect(await world.details(second)).toMatchObject({ status: 'accepted' });
  });

  it('is changed once where the same is asked for twice at once, and the open issues are those that are left', async () => {
    const before = await openIssues();
    const [left, right] = [ids.slice(0, 8), ids.slice(4, 14)];
    const answers = await Promise.all([left, right].map((chosen) => world.setAll(chosen, handled)));
    const changed = answers.flatMap(({ json }) => outcomes(json)).filter((outcome) => outcome === 'changed');
    expect(changed).toHaveLength(14);
    const told = (await world.entries('findings_status_changed')).flatMap(({ details }) => details.members as object[]);
    expect(told.length + (await world.entries('finding_status_changed')).length).toBe(14);
    expect(await openIssues()).toBe(before - 14);
  });

  it('leaves one that is counted of the open ones of a license group, also where halves are set at once', async () => {
    await world.scan(unlicensed);
    const [lead] = (await world.list({}, { tenantId: unlicensed })).items.filter((one) => one.needsLicense !== null);
    const grouped = (await world.list({ group: lead?.id ?? '' }, { tenantId: unlicensed })).items;
    const half = Math.floor(grouped.length / 2);
    const set = (some: typeof grouped, status: string) =>
      world.setAll(
        some.map(({ id }) => id),
        { tenantId: unlicensed, ...(status === 'resolved' ? handled : { status }) },
      );
    await Promise.all([set(grouped.slice(0, half), 'in-progress'), set(grouped.slice(half), 'resolved')]);
    const tenant = await world.tenant(unlicensed);
    const records = (await tenant.findings.query({ limit: 200 })).items.filter((one) => one.needsLicense !== null);
    const counted = (status: string) => records.filter((one) => one.status === status && one.isCounted).length;
    expect(counted('IN_PROGRESS')).toBe(1);
    expect(counted('RESOLVED')).toBe(records.length - half);
    expect(tenant.tenant.audit).toMatchObject(await countOpenFindings(tenant.findings));
  });

  it('cannot be set by a viewer, nor in a tenant that is not in scope, nor of more than 200 or of none', async () => {
    const [id = ''] = ids;
    const viewer = await world.app.signInAs('viewer', { kind: 'all' });
    const elsewhere = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [unlicensed] });
    expect((await world.setAll([id], handled, viewer)).status).toBe(403);
    expect((await world.set(id, handled, viewer)).status).toBe(403);
    expect((await world.setAll([id], handled, elsewhere)).status).toBe(404);
    expect((await world.set(id, handled, elsewhere)).status).toBe(404);
    // Nor by naming one's own tenant beside it.
    const mixed = await world.setAll([id], { tenantId: unlicensed, ...handled }, elsewhere);
    expect(outcomes(mixed.json)).toEqual(['not-found']);
    const many = Array.from({ length: 201 }, (_, index) => `${weak}_f-${index}`);
    expect((await world.setAll(many, handled)).status).toBe(400);
    expect((await world.setAll([], handled)).status).toBe(400);
    expect((await world.setAll([id.toUpperCase()], handled)).status).toBe(400);
    expect((await world.setAll([id], { status: 'accepted' })).status).toBe(400);
    expect(outcomes((await world.setAll(many.slice(1), handled)).json)).toHaveLength(200);
    expect(await world.entries('finding_status_changed')).toEqual([]);
  });

  it('is accepted with its reason in the history, and opened again by the person who takes that back', async () => {
    const [id = ''] = ids;
    await world.set(id, { status: 'in-progress', note: 'Asking the customer' });
    await accept(id);
    expect(await world.details(id)).toMatchObject({ status: 'accepted', note: '' });
    await world.app.call(withdrawAcceptance, { params: { findingId: id }, cookie: world.cookie });
    expect((await world.details(id)).history.slice(0, 2)).toMatchObject([
      { what: 'acceptance-ended', by: 'Ada Lovelace', note: '', scanLogId: null },
      { what: 'accepted', by: 'Ada Lovelace', note: 'The customer wants it so' },
    ]);
  });
});
