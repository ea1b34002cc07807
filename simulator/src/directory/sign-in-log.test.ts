import { expect, test } from 'vitest';
import { goodProfile } from '../profiles/good-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { listOf, openGraphSession } from '../testing/graph-session.ts';

const preferred = { prefer: 'include-unknown-enum-members' };
const now = () => new Date('2026-11-20T12:00:00Z');
const path = (days: number) =>
  `/auditLogs/signIns?$filter=createdDateTime ge ${new Date(now().getTime() - days * 86_400_000).toISOString()}&$top=1000`;

type Entry = Record<string, unknown>;

async function wholeLog(tenantId: string, days: number): Promise<{ entries: Entry[]; pages: number }> {
  const session = await openGraphSession(createSimulatedCloud({ now }), tenantId);
  const entries: Entry[] = [];
  let next: string | undefined = path(days);
  let pages = 0;
  while (next !== undefined) {
    const answer = await session.get(next.replace(/^.*\/v1\.0/, ''), preferred);
    entries.push(...(listOf(answer) as Entry[]));
    const link = Object(answer.body)['@odata.nextLink'];
    next = typeof link === 'string' ? link : undefined;
    pages += 1;
  }
  return { entries, pages };
}

test('the log is the same each time, paged, the newest first, and ends where it is asked to', async () => {
  const { entries, pages } = await wholeLog(weakProfile.id, 7);
  expect(pages).toBeGreaterThan(1);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const times = entries.map(({ createdDateTime }) => String(createdDateTime));
  expect(times).toEqual(times.toSorted().reverse());
  expect(Date.parse(times.at(-1) ?? '')).toBeGreaterThanOrEqual(now().getTime() - 7 * 86_400_000);
  expect((await wholeLog(weakProfile.id, 7)).entries).toEqual(entries);
  expect((await wholeLog(weakProfile.id, 30)).entries.length).toBeGreaterThan(3 * entries.length);
});

test('an entry tells what policies did, those in report-only too', async () => {
  const { entries } = await wholeLog(weakProfile.id, 7);
  const resultsOf = (entry: Entry, name: string) =>
    (entry.appliedConditionalAccessPolicies as { displayName: string; result: string }[])
      .filter(({ displayName }) => displayName === name)
      .map(({ result }) => result);
  const pilot = 'MFA for all users (pilot)';
  const seen = new Set(entries.flatMap((entry) => resultsOf(entry, pilot)));
  expect([...seen].sort()).toEqual(['reportOnlyFailure', 'reportOnlyInterrupted', 'reportOnlySuccess']);
  const failed = entries.filter((entry) => resultsOf(entry, pilot).includes('reportOnlyFailure'));
  expect(new Set(failed.map(({ clientAppUsed }) => clientAppUsed))).toEqual(new Set(['Authenticated SMTP', 'IMAP4']));
  expect(new Set(failed.map(({ userId }) => userId)).size).toBe(2);
});

test('in a good tenant most sign-ins are let in, by policies that applied', async () => {
  const { entries } = await wholeLog(goodProfile.id, 7);
  const letIn = entries.filter(({ status }) => Object(status).errorCode === 0);
  expect(letIn.length).toBeGreaterThan(entries.length / 2);
  expect(letIn.every(({ conditionalAccessStatus }) => conditionalAccessStatus === 'success')).toBe(true);
});
