import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Caused, causeKey, causeOf } from './finding-cause.ts';

const finding = (patch: Partial<Caused>): Caused => ({
  verdictStatus: 'fail',
  description: 'It fails.',
  evidence: [],
  affectedEntities: [],
  ...patch,
});
const domain = (id: string) => ({ type: 'domain' as const, id, name: id });
const dmarc = (...ids: string[]) =>
  finding({
    evidence: ids.map((id) => ({ dataset: 'dns', observed: `${id}: _dmarc TXT: nxdomain`, objectId: id })),
    affectedEntities: ids.map(domain),
  });

describe('the cause of a finding', () => {
  it('is the same whichever domains and however many of them are concerned', () => {
    expect(causeOf(dmarc('contoso.example', 'contoso.test'))).toEqual(['…: _dmarc TXT: nxdomain']);
    expect(causeKey(dmarc('fabrikam.example'))).toBe(causeKey(dmarc('contoso.example', 'contoso.test')));
  });

  it('leaves out what was seen and is well', () => {
    const well = { dataset: 'dns', observed: 'contoso.test: v=DMARC1; p=reject;', objectId: 'contoso.test' };
    const policy = { dataset: 'conditionalAccessPolicies', observed: '"Block legacy" is on and blocks', objectId: 'p' };
    const open = { dataset: 'conditionalAccessPolicies', observed: 'not covered: sign-ins of users' };
    const { evidence, affectedEntities } = dmarc('contoso.example');
    expect(causeKey(finding({ evidence: [...evidence, well], affectedEntities }))).toBe(
      causeKey(dmarc('contoso.example')),
    );
    expect(causeOf(finding({ evidence: [policy, open] }))).toEqual(['not covered: sign-ins of user']);
  });

  it('is told apart by the values of settings, and by whether it fails or warns', () => {
    const invites = (value: string) =>
      finding({ evidence: [{ dataset: 'authorizationPolicy', observed: `allowInvitesFrom = ${value}` }] });
    expect(causeKey(invites('everyone'))).not.toBe(causeKey(invites('adminsandmembers')));
    expect(causeKey(invites('everyone'))).not.toBe(causeKey({ ...invites('everyone'), verdictStatus: 'warning' }));
  });

  it('is the same for one and for many', () => {
    const saying = (observed: string) => causeOf(finding({ evidence: [{ dataset: 'users', observed }] }));
    expect(saying('1 group is named by policies; 1 can be changed')).toEqual(
      saying('12 groups are named by policies; 3 can be changed'),
    );
    expect(saying('2 of 27 Microsoft 365 groups')).toEqual(saying('1,204 of 9 Microsoft 365 groups'));
    expect(saying('SPE_E5 is assigned')).toEqual(['SPE_E5 is assigned']);
  });

  it('is without each name as it is written, and takes what one leaves for no part of another', () => {
    const group = (name: string) => ({ type: 'group' as const, id: name, name });
    const of = (observed: string, ...names: string[]) =>
      causeOf(finding({ evidence: [{ dataset: 'groups', observed }], affectedEntities: names.map(group) }));
    expect(of('Sales (EU) + Sales [all] are open', 'Sales (EU)', 'Sales [all]')).toEqual(['… + … is open']);
    expect(of('owned by Sales and open', 'Sales', 'by …')).toEqual(['owned by … and open']);
    expect(of('Sales EU is open', 'Sales', 'Sales EU')).toEqual(['… is open']);
    expect(of('S.x is open, S-x is not', 'S.x')).toEqual(['… is open, S-x is not']);
  });

  it('is told by the message where there is no evidence', () => {
    const one = finding({ description: 'No policy is enforced: "A", "B".' });
    expect(causeOf(one)).toEqual(['No policy is enforced: ….']);
  });

  it('does not depend on names, addresses, ids, numbers and the order of the evidence', () => {
    const people = fc.array(fc.tuple(fc.uuid(), fc.emailAddress({ size: 'small' })), { minLength: 1, maxLength: 5 });
    const madeOf = (of: [string, string][], count: number) =>
      finding({
        evidence: [
          { dataset: 'users', observed: `${count} accounts checked` },
          ...of.map(([id, address]) => ({ dataset: 'users', observed: `${address}: synchronized`, objectId: id })),
        ],
        affectedEntities: of.map(([id, address]) => ({ type: 'user' as const, id, name: address })),
      });
    fc.assert(
      fc.property(people, people, fc.nat(), fc.nat(), (some, others, few, many) => {
        const other = madeOf(others, many);
        expect(causeKey(madeOf(some, few))).toBe(causeKey({ ...other, evidence: other.evidence.toReversed() }));
      }),
    );
  });
});
