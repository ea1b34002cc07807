import type { Incident, Incidents } from '@tenantry/contract/incidents';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../store/audits.ts';
import { newIncidents } from './incidents.ts';

const incident = (
  severity: Incident['severity'],
  account = 'eve@contoso.example',
  more: Partial<Incident> = {},
): Incident => ({
  ...{ severity, leads: true, account, title: `${account}: an alert`, url: null, signals: [] },
  ...more,
});
type Seen = Incident[] | { items: Incident[]; notRead: string[] };
const incidentsOf = (seen: Seen): Incidents => {
  const { items, notRead } = Array.isArray(seen) ? { items: seen, notRead: [] } : seen;
  return { items, total: items.length, notRead };
};

/** What is told at the last of these scans. */
async function told(...scans: Seen[]): Promise<Incident[]> {
  const audits = scans.map((seen, index) => ({
    ...{ tenantId: 'tenant', createdAt: `2026-11-${String(index + 1).padStart(2, '0')}T08:00:00.000Z` },
    data: { incidents: incidentsOf(seen) },
  })) as AuditRecord[];
  const last = audits.at(-1);
  if (!last) throw new Error('There is no scan');
  const auditBefore = async (_: string, instant: string) =>
    audits.findLast(({ createdAt }) => createdAt < instant) ?? null;
  return newIncidents({ auditBefore }, last);
}
const severities = (found: readonly Incident[]) => found.map(({ severity }) => severity);

describe('an incident', () => {
  it('is told when it comes, and not while it stays', async () => {
    expect(severities(await told([incident('high')]))).toEqual(['high']);
    expect(await told([incident('high')], [incident('high')])).toEqual([]);
    expect(await told([], [incident('high')], [incident('high')])).toEqual([]);
  });

  it('is told again when it comes back, also as mild as before, and also of the same account', async () => {
    expect(severities(await told([incident('high')], [], [incident('high')]))).toEqual(['high']);
    expect(severities(await told([incident('high')], [], [incident('medium')]))).toEqual(['medium']);
  });

  it('is told once more where it becomes graver than it has been, and never where it becomes milder', async () => {
    expect(severities(await told([incident('medium')], [incident('high')]))).toEqual(['high']);
    expect(await told([incident('high')], [incident('medium')])).toEqual([]);
    expect(await told([], [incident('high')], [incident('medium')], [incident('high')])).toEqual([]);
  });

  it('is not back where a scan between could not read of it', async () => {
    const unread = { items: [], notRead: ['The list of security alerts could not be read.'] };
    expect(await told([incident('high')], unread, [incident('high')])).toEqual([]);
    // What no scan ever reads says nothing: the rest is read.
    const never = ['The list of risk detections needs a license that the organization does not have.'];
    const withGap = (...items: Incident[]) => ({ items, notRead: never });
    expect(severities(await told(withGap(incident('high')), withGap(), withGap(incident('high'))))).toEqual(['high']);
  });

  it('is told once it leads, whatever was seen of the account before', async () => {
    expect(severities(await told([incident('medium', 'eve', { leads: false })], [incident('medium', 'eve')]))).toEqual([
      'medium',
    ]);
  });

  it('of another account is told by itself', async () => {
    const found = await told([incident('high')], [incident('high'), incident('high', 'mallory@contoso.example')]);
    expect(found.map(({ account }) => account)).toEqual(['mallory@contoso.example']);
  });
});
