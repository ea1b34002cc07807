import { describe, expect, test } from 'vitest';
import { type Facts, failed } from '../../audit/facts/facts.ts';
import { demonstrationFacts } from '../../audit/testing/demonstration-facts.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { type CriticalChange, incidentsOf, leadingIncidents, withChanges } from './incidents.ts';

type Listed = { id: string; name: string };
type Alert = { title: string; users?: string[]; createdAt?: string };
const fetchedAt = testNow.toISOString();
const ok = <T>(value: T) => ({ state: 'ok', fetchedAt, value }) as const;

function risk(listed: readonly Listed[], severe: readonly Listed[] = []) {
  const counts = { total: listed.length, high: severe.length, confirmed: 0, lower: 0, unrated: 0, untold: 0 };
  const list = (some: readonly Listed[]) => ({ count: some.length, listed: [...some] });
  return ok({ ...counts, severe: list(severe), listed: list(listed) });
}

function alerts(high: readonly Alert[], medium: readonly Alert[] = []) {
  const list = (some: readonly Alert[]) => ({
    count: some.length,
    listed: some.map(({ title, users = [], createdAt = fetchedAt }) => ({
      id: title,
      name: title,
      alert: { users, createdAt, url: `https://security.microsoft.com/alerts/${title.length}` },
    })),
  });
  return ok({ open: list(high), old: list([]), medium: list(medium), untold: 0 });
}

const newAdministrator: CriticalChange = {
  objectName: '',
  attention: { weight: 'critical', title: 'New Global Administrator: eve@contoso.example', kind: 'privileged-role' },
  at: '2026-11-19T08:00:00Z',
};
const titlesOf = (facts: Facts, changes: readonly CriticalChange[] = []) =>
  incidentsOf(facts, changes).items.map(({ title }) => title);

describe('incidents of the demonstration tenants', async () => {
  const byName = new Map((await demonstrationFacts()).map(({ name, facts }) => [name, incidentsOf(facts)]));
  const of = (start: string) => [...byName].find(([name]) => name.startsWith(start))?.[1];

  test('an open alert of high severity and a risk detection on the same account are one incident, and lead', () => {
    const [first] = of('bracken')?.items ?? [];
    expect(first).toMatchObject({ leads: true, severity: 'high', url: expect.stringMatching(/^https:\/\/security\./) });
    expect(first?.signals.map(({ kind }) => kind).sort()).toEqual(['alert', 'detection']);
    expect(first?.title).toContain('Suspicious inbox forwarding rule; Risk detection');
    expect(first?.account).toMatch(/@/);
  });

  test('an open alert of medium severity leads after it', () => {
    expect(of('bracken')?.items[1]).toMatchObject({
      leads: true,
      severity: 'medium',
      title: 'Password spray attempts',
    });
  });

  test('a risk of medium or hidden level that stands alone is told and does not lead', () => {
    expect(of('quarry')?.items).toMatchObject([{ severity: 'medium', leads: false }]);
    expect(of('bracken')?.items[2]).toMatchObject({ severity: 'unknown', leads: false });
  });
});

describe('the order of incidents', () => {
  const facts: Facts = {
    alerts: alerts(
      [
        { title: 'Older alert', createdAt: '2026-11-01T00:00:00Z' },
        { title: 'Newer alert', createdAt: '2026-11-10T00:00:00Z' },
      ],
      [{ title: 'Medium alert', users: ['ANNA@contoso.example'] }],
    ),
    riskyUsers: risk(
      [
        { id: '1', name: 'anna@contoso.example (low risk)' },
        { id: '2', name: 'ben@contoso.example (medium risk)' },
        { id: '3', name: 'cleo@contoso.example (none risk)' },
      ],
      [{ id: '3', name: 'cleo@contoso.example (none risk)' }],
    ),
  };

  test('an account of which alert and risk tell comes first, then by gravity, the newest first; a lower risk alone comes last', () => {
    expect(titlesOf(facts, [newAdministrator])).toEqual([
      'ANNA@contoso.example: Medium alert; Account at low risk',
      'New Global Administrator: eve@contoso.example',
      'Newer alert',
      'Older alert',
      'cleo@contoso.example: Account confirmed as compromised',
      'ben@contoso.example: Account at medium risk',
    ]);
  });

  test('what leads ends before a lower risk that stands alone', () => {
    expect(leadingIncidents(incidentsOf(facts)).map(({ title }) => title)).not.toContain(
      'ben@contoso.example: Account at medium risk',
    );
  });

  test('changes that are added later stand where they would have stood at once', () => {
    expect(withChanges(incidentsOf(facts), [newAdministrator])).toEqual(incidentsOf(facts, [newAdministrator]));
  });

  test('a change that is not critical is none', () => {
    expect(
      titlesOf({}, [
        { objectName: 'Rule', attention: { weight: 'high', title: 'MX records changed', kind: 'domain' } },
      ]),
    ).toEqual([]);
    expect(titlesOf({}, [{ objectName: 'Rule', attention: null }])).toEqual([]);
  });
});

describe('what is one incident', () => {
  test('an alert about many accounts is one, and part of that of the account which is at risk as well', () => {
    const users = Array.from({ length: 30 }, (_, index) => `user${index}@contoso.example`);
    expect(titlesOf({ alerts: alerts([{ title: 'Phishing campaign', users }]) })).toEqual(['Phishing campaign']);
    const riskDetections = risk([{ id: '7', name: 'user7@contoso.example (medium risk)' }]);
    expect(titlesOf({ alerts: alerts([{ title: 'Phishing campaign', users }]), riskDetections })).toEqual([
      'user7@contoso.example: Phishing campaign; Risk detection (medium risk)',
    ]);
  });

  test('several detections of an account are one signal with their number, of the gravest level', () => {
    const listed = [
      { id: '1', name: 'anna@contoso.example (low risk)' },
      { id: '1', name: 'anna@contoso.example (medium risk)' },
    ];
    const [incident] = incidentsOf({ riskDetections: risk(listed) }).items;
    expect(incident?.signals).toMatchObject([
      { count: 2, severity: 'medium', title: '2 risk detections (medium risk)' },
    ]);
  });

  test('a level that Microsoft hides is said to be hidden', () => {
    const riskDetections = risk([{ id: '1', name: 'anna@contoso.example (hidden risk)' }]);
    expect(titlesOf({ riskDetections })).toEqual([
      'anna@contoso.example: Risk detection (its level is hidden without Entra ID P2)',
    ]);
  });

  test('no more are listed than there is room for, and all are counted', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ title: `Alert ${index}` }));
    const { items, total } = incidentsOf({ alerts: alerts(many) });
    expect([items.length, total]).toEqual([20, 30]);
  });
});

describe('what was not read', () => {
  test('is said, with the reason', () => {
    const refusal = { status: 403, code: 'Authorization_RequestDenied', message: 'No.' };
    const facts: Facts = { alerts: failed(refusal, testNow), riskyUsers: risk([]) };
    expect(incidentsOf(facts)).toEqual({
      items: [],
      total: 0,
      notRead: ['The list of security alerts could not be read, because a permission is missing.'],
    });
  });
});
