import { type Approval, approve, changeApproval, getApproval, listApprovals } from '@tenantry/contract/approvals';
import {
  answerAskedApproval,
  answerOfferedRisk,
  askClient,
  listClientDecisions,
  offerRisk,
  withdrawClientQuestion,
  withdrawRiskOffer,
} from '@tenantry/contract/client-decisions';
import {
  acceptFinding,
  type FindingDetails,
  getFinding,
  listFindings,
  withdrawAcceptance,
} from '@tenantry/contract/findings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import { good, jane, openRoomStack, type RoomStack, rob, weak } from './testing/room-stack.ts';

const message = 'We would ask everybody for a second proof from Monday on.';
const consequence = 'Somebody who guesses a password reads the mail of that person.';
const until = () => new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();

describe('what a client decides', () => {
  let stack: RoomStack;
  let client: string;
  beforeEach(async () => {
    stack = await openRoomStack();
    client = await stack.guest(jane);
    await stack.scan();
  });
  afterEach(() => stack.close());

  const call: RoomStack['test']['call'] = (endpoint, made) => stack.test.call(endpoint, made);
  const decisions = async (cookie = client, tenantId = weak) =>
    (await call(listClientDecisions, { tenantId, cookie })).json as {
      approvals: { id: string; outcome: object | null; askedBy: string; topic: string | null }[];
      risks: { id: string; outcome: object | null; offeredAt: string }[];
    };
  async function pending(): Promise<Approval> {
    const { json } = await call(listApprovals, { query: { status: 'pending', limit: '1' }, cookie: stack.cookie });
    return (json.items as Approval[])[0] as Approval;
  }
  const approval = async (id: string) =>
    (await call(getApproval, { params: { id }, cookie: stack.cookie })).json as unknown as Approval;
  async function asked(): Promise<string> {
    const { id } = await pending();
    const answer = await call(askClient, { params: { id }, body: { message }, cookie: stack.cookie });
    expect(answer.status).toBe(200);
    const { history } = (await call(getApproval, { params: { id }, cookie: stack.cookie })).json;
    expect(history).toMatchObject([{ what: 'requested' }, { what: 'clientAsked', by: 'Ada Lovelace', text: message }]);
    return id;
  }
  async function answer(id: string, said: string, cookie = client, comment?: string, seen?: string) {
    const askedAt = seen ?? (await approval(id)).client?.askedAt ?? new Date().toISOString();
    return call(answerAskedApproval, {
      params: { id },
      body: { answer: said, askedAt, ...(comment && { comment }) },
      cookie,
    });
  }

  async function openFinding(): Promise<FindingDetails> {
    const { json } = await call(listFindings, { query: { status: 'open' }, tenantId: weak, cookie: stack.cookie });
    return finding((json.items as { id: string }[])[0]?.id ?? '');
  }
  const finding = async (findingId: string) =>
    (await call(getFinding, { params: { findingId }, cookie: stack.cookie })).json as unknown as FindingDetails;
  async function offered(): Promise<{ id: string; offeredAt: string }> {
    const { id } = await openFinding();
    const body = { consequence, until: until() };
    const { status, json } = await call(offerRisk, { params: { id }, body, cookie: stack.cookie });
    expect(status).toBe(200);
    return { id, offeredAt: String(json.offeredAt) };
  }
  const answerRisk = (id: string, offeredAt: string, said: string, cookie = client) =>
    call(answerOfferedRisk, { params: { id }, body: { answer: said, offeredAt }, cookie });

  it('an approval waits for the client, in words of the summary and without a name of the staff', async () => {
    expect(await decisions()).toEqual({ approvals: [], risks: [] });
    const id = await asked();
    const [one] = (await decisions()).approvals;
    expect(one).toMatchObject({ id, message, outcome: null, askedBy: 'Northwind IT' });
    expect(one?.topic).not.toBeNull();
    expect(JSON.stringify(await decisions())).not.toContain('Ada Lovelace');
    expect((await approval(id)).client).toMatchObject({ message, askedBy: 'Ada Lovelace', outcome: null });
    expect((await approval(id)).status).toBe('pending');
  });

  it('the guests are mailed that something waits, once, without a word of what it is, and nobody once it is answered', async () => {
    stack.sent.length = 0;
    await asked();
    await stack.test.drainQueue();
    expect(stack.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [[jane.address], 'A decision waits for you: Bracken Freight Group'],
    ]);
    expect(JSON.stringify(stack.sent)).not.toContain(message);
    const { id, offeredAt } = await offered();
    await answerRisk(id, offeredAt, 'declined');
    await stack.test.drainQueue();
    expect(stack.sent).toHaveLength(1);
  });

  it('their approval decides it under their own name, once of two at once, and makes the task', async () => {
    const id = await asked();
    const both = await Promise.all([
      answer(id, 'approved', client, 'Go ahead.'),
      answer(id, 'approved', client, 'Go ahead.'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const decided = await approval(id);
    expect(decided).toMatchObject({ status: 'approved', approvedBy: 'Jane Doe', reviewNotes: null });
    expect(decided.taskId).not.toBeNull();
    expect(decided.client?.outcome).toMatchObject({ answer: 'approved', by: 'Jane Doe', comment: 'Go ahead.' });
    const trail = await stack.trail();
    expect(trail.split('approval_approved')).toHaveLength(2);
    expect(trail).toContain('client_asked');
    expect((await answer(id, 'declined')).status).toBe(409);
  });

  it('what staff noted stays when the client answers, and an answer to a question that was asked anew counts for nothing', async () => {
    const id = await asked();
    const { askedAt } = (await approval(id)).client ?? { askedAt: '' };
    const noted = { params: { id }, body: { reviewNotes: 'Call them first.' }, cookie: stack.cookie };
    await call(changeApproval, noted);
    const other = { params: { id }, body: { message: `${message} And on Tuesday.` }, cookie: stack.cookie };
    await call(askClient, other);
    expect((await answer(id, 'approved', client, undefined, askedAt)).status).toBe(409);
    expect((await approval(id)).status).toBe('pending');
    expect((await answer(id, 'declined')).status).toBe(200);
    expect(await approval(id)).toMatchObject({ status: 'denied', reviewNotes: 'Call them first.' });
  });

  it('declining denies it, and says so to both sides', async () => {
    const id = await asked();
    expect((await answer(id, 'declined')).json.outcome).toMatchObject({ answer: 'declined', by: 'Jane Doe' });
    expect((await approval(id)).status).toBe('denied');
  });

  it('the provider may decide first, or take the question back: then the client decides nothing', async () => {
    const first = await asked();
    await call(approve, { params: { id: first }, body: {}, cookie: stack.cookie });
    expect((await answer(first, 'declined')).status).toBe(409);
    expect((await decisions()).approvals[0]?.outcome).toMatchObject({ answer: 'byProvider', by: 'Northwind IT' });
    const second = await asked();
    await call(withdrawClientQuestion, { params: { id: second }, cookie: stack.cookie });
    expect((await answer(second, 'approved')).status).toBe(409);
    expect((await approval(second)).status).toBe('pending');
    expect(await stack.trail()).toContain('client_question_withdrawn');
  });

  it('of two contacts with one name who answer otherwise at once, one decides', async () => {
    const other = { ...rob, name: jane.name };
    await stack.contacts([jane, other]);
    await stack.invite(other.id);
    const second = (await stack.open(stack.linkTo(other.address))).cookie ?? '';
    const id = await asked();
    const both = await Promise.all([answer(id, 'approved'), answer(id, 'declined', second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { status } = await approval(id);
    const loser = await answer(
      id,
      status === 'approved' ? 'approved' : 'declined',
      status === 'approved' ? second : client,
    );
    expect(loser.status).toBe(409);
  });

  it('of an answer and a question that is taken back at once, one counts', async () => {
    const id = await asked();
    const [answered, taken] = await Promise.all([
      answer(id, 'approved'),
      call(withdrawClientQuestion, { params: { id }, cookie: stack.cookie }),
    ]);
    const { status } = await approval(id);
    expect([answered.status, taken.status, status]).toEqual(
      status === 'approved' ? [200, 409, 'approved'] : [409, 200, 'pending'],
    );
  });

  it('what they were not asked is not there for them, nor what another client was asked', async () => {
    const { id } = await pending();
    expect((await answer(id, 'approved')).status).toBe(404);
    const other = await stack.guest(rob, good);
    const mine = await asked();
    expect((await answer(mine, 'approved', other)).status).toBe(404);
    expect((await approval(mine)).status).toBe('pending');
    expect(await decisions(other, good)).toEqual({ approvals: [], risks: [] });
  });

  it('staff see the room and answer nothing in it', async () => {
    const id = await asked();
    const { id: findingId, offeredAt } = await offered();
    expect((await decisions(stack.cookie)).approvals).toHaveLength(1);
    expect((await answer(id, 'approved', stack.cookie)).status).toBe(403);
    expect((await answerRisk(findingId, offeredAt, 'accepted', stack.cookie)).status).toBe(403);
  });

  it('a risk is accepted under the name of the client, once of two at once, and still counts in the score', async () => {
    const { id, offeredAt } = await offered();
    expect((await decisions()).risks).toMatchObject([{ id, outcome: null, consequence, offeredBy: 'Northwind IT' }]);
    const both = await Promise.all([answerRisk(id, offeredAt, 'accepted'), answerRisk(id, offeredAt, 'accepted')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const taken = await finding(id);
    expect(taken).toMatchObject({
      status: 'accepted',
      acceptance: { acceptedBy: 'Jane Doe', isByClient: true, reason: consequence },
      riskOffer: { outcome: { answer: 'accepted', by: 'Jane Doe' }, offeredBy: 'Ada Lovelace' },
    });
    expect((await stack.trail()).split('finding_accepted')).toHaveLength(2);
  });

  it('a risk that is declined, taken back or offered anew is not accepted by an answer to the former offer', async () => {
    const first = await offered();
    expect((await answerRisk(first.id, first.offeredAt, 'declined')).status).toBe(200);
    expect((await finding(first.id)).status).toBe('unresolved');
    const second = await offered();
    expect((await answerRisk(second.id, first.offeredAt, 'accepted')).status).toBe(409);
    await call(withdrawRiskOffer, { params: { id: second.id }, cookie: stack.cookie });
    expect((await answerRisk(second.id, second.offeredAt, 'accepted')).status).toBe(409);
    expect((await finding(second.id)).acceptance).toBeNull();
    const trail = await stack.trail();
    for (const event of ['risk_offered', 'risk_offer_declined', 'risk_offer_withdrawn']) expect(trail).toContain(event);
  });

  it('offers and answers outlive a scan', async () => {
    const { id, offeredAt } = await offered();
    await stack.scan();
    expect((await decisions()).risks).toMatchObject([{ id, outcome: null }]);
    expect((await answerRisk(id, offeredAt, 'accepted')).status).toBe(200);
    await stack.scan();
    expect((await decisions()).risks).toMatchObject([{ id, outcome: { answer: 'accepted', by: 'Jane Doe' } }]);
  });

  it('an offer is over for good once staff accepted the risk, and is no yes to what grew beyond it', async () => {
    const first = await offered();
    const wanted = { reason: 'We accept it for them', expiresAt: until() };
    await call(acceptFinding, { params: { findingId: first.id }, body: wanted, cookie: stack.cookie });
    await call(withdrawAcceptance, { params: { findingId: first.id }, cookie: stack.cookie });
    expect((await answerRisk(first.id, first.offeredAt, 'accepted')).status).toBe(409);
    const second = await offered();
    const tenant = await stack.app.stores.tenants.open(everyTenant, weak);
    if (!tenant) throw new Error('There is no such tenant');
    await update(tenant.findings, second.id, (one) => ({ ...one, affectedCount: one.affectedCount + 500 }));
    const grown = await answerRisk(second.id, second.offeredAt, 'accepted');
    expect([grown.status, grown.json.message]).toEqual([409, expect.stringContaining('grown')]);
  });

  it('nobody is asked in a closed room', async () => {
    await stack.room({ isOpen: false });
    const { id } = await pending();
    const open = await openFinding();
    expect((await call(askClient, { params: { id }, body: { message }, cookie: stack.cookie })).status).toBe(409);
    const offer = { params: { id: open.id }, body: { consequence, until: until() }, cookie: stack.cookie };
    expect((await call(offerRisk, offer)).status).toBe(409);
  });
});
