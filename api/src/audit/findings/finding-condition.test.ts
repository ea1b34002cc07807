import type { Verdict } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondAcceptance, conditionOf, type FindingCondition } from './finding-condition.ts';

type Seen = Pick<Verdict, 'status' | 'affected' | 'affectedCount' | 'evidence'>;
const users = (...ids: string[]) => ids.map((id) => ({ type: 'user' as const, id, name: `Name of ${id}` }));

function condition(seen: Partial<Seen>): FindingCondition {
  const affected = seen.affected ?? [];
  const found = conditionOf({ status: 'fail', affectedCount: affected.length, evidence: [], ...seen, affected });
  if (!found) throw new Error('no condition');
  return found;
}
const sharing = (value: string, prose = '') =>
  condition({ evidence: [{ dataset: 'sharepointSettings', observed: `sharingCapability = ${value}${prose}` }] });

describe('what was accepted', () => {
  it.each(['pass', 'notLicensed', 'notPermitted', 'couldNotCheck', 'notApplicable'] as const)(
    'is nothing where the verdict is %s',
    (status) => {
      expect(conditionOf({ status, affected: [], affectedCount: 0, evidence: [] })).toBeNull();
    },
  );

  it('holds while the same is seen, whatever it is called', () => {
    const before = condition({ affected: users('a', 'b') });
    const renamed = [...users('b', 'a')].map((one) => ({ ...one, name: 'another name' }));
    expect(beyondAcceptance(before, condition({ affected: renamed }))).toBeNull();
    expect(beyondAcceptance(sharing('anyone'), sharing('Anyone', ', as the admin center shows it'))).toBeNull();
  });

  it('holds where it became better', () => {
    const before = condition({ affected: users('a', 'b') });
    expect(beyondAcceptance(before, condition({ affected: users('a') }))).toBeNull();
    expect(beyondAcceptance(before, condition({ status: 'warning', affected: users('a') }))).toBeNull();
  });

  it('ends where a warning became a failure', () => {
    const before = condition({ status: 'warning', affected: users('a') });
    expect(beyondAcceptance(before, condition({ affected: users('a') }))).toMatch(/failed/);
  });

  it('ends where more, or another account, is concerned', () => {
    const before = condition({ affected: users('a', 'b') });
    expect(beyondAcceptance(before, condition({ affected: users('a', 'b', 'c') }))).toMatch(/concerns 3.*2/);
    expect(beyondAcceptance(before, condition({ affected: users('a', 'c') }))).toMatch(/others/);
  });

  it('holds while everybody is concerned, however many that are by now', () => {
    const everybody = (affectedCount: number) =>
      condition({ affected: [{ type: 'people', id: 'users', name: 'All users' }], affectedCount });
    expect(beyondAcceptance(everybody(800), everybody(801))).toBeNull();
  });

  it('holds where people are named who were only counted by their gap before', () => {
    const evidence = [{ dataset: 'conditionalAccessPolicies', observed: 'not covered: sign-ins of holders of X' }];
    expect(beyondAcceptance(condition({ evidence }), condition({ evidence, affected: users('a') }))).toBeNull();
    const other = [{ dataset: 'conditionalAccessPolicies', observed: 'not covered: sign-ins of holders of Y' }];
    expect(
      beyondAcceptance(condition({ evidence }), condition({ evidence: other, affected: users('a') })),
    ).not.toBeNull();
  });

  it('ends where a setting has another value', () => {
    expect(beyondAcceptance(sharing('guests'), sharing('anyone'))).toMatch(/sharingCapability is now anyone/);
  });

  it('knows settings of one name apart by the object that has them', () => {
    const methods = (sms: string, voice: string) =>
      condition({
        evidence: [
          { dataset: 'authenticationMethodsPolicy', observed: `sms: state = ${sms}` },
          { dataset: 'authenticationMethodsPolicy', observed: `voice: state = ${voice}` },
        ],
      });
    expect(beyondAcceptance(methods('disabled', 'enabled'), methods('disabled', 'enabled'))).toBeNull();
    expect(beyondAcceptance(methods('disabled', 'enabled'), methods('enabled', 'enabled'))).toMatch(/sms state/);
  });

  const open = (status: 'warning' | 'fail', ...gaps: string[]) =>
    condition({
      status,
      evidence: [
        { dataset: 'conditionalAccessPolicies', observed: '"A policy" is enabled and applies', objectId: 'p1' },
        ...gaps.map((gap) => ({ dataset: 'conditionalAccessPolicies', observed: `not covered: ${gap}` })),
      ],
    });
  it('ends where other sign-ins are open, and holds where a part of them is', () => {
    const mobile = 'sign-ins of users from mobile apps';
    expect(beyondAcceptance(open('fail', mobile), open('fail', 'sign-ins of users'))).toMatch(/else is open/);
    expect(beyondAcceptance(open('fail', 'sign-ins of users'), open('fail', mobile))).toBeNull();
    expect(beyondAcceptance(open('warning', 'all trusted locations'), open('warning', 'devices with ios'))).toMatch(
      /else is open/,
    );
    expect(beyondAcceptance(open('fail', 'sign-ins of users'), open('warning', 'devices with ios'))).toBeNull();
    const { gaps: _none, ...older } = open('fail', mobile);
    expect(beyondAcceptance(older, open('fail', 'sign-ins of users'))).toBeNull();
  });

  it('holds in whatever order the accounts of a group that is left out are named', () => {
    const group = (name: string, accounts: string) => open('warning', `group ${name} (${accounts})`);
    const before = group(
      'Scanners',
      '6 accounts: ivo@a.example, ines@a.example (agent user), ada@a.example and 3 more',
    );
    const after = group('Scanners', '6 accounts: ada@a.example, bo@a.example, ines@a.example (agent user) and 3 more');
    expect(beyondAcceptance(before, after)).toBeNull();
    expect(beyondAcceptance(before, group('Scanners', 'no accounts'))).toMatch(/else is open/);
    expect(beyondAcceptance(before, group('Printers', '6 accounts: ada@a.example and 5 more'))).toMatch(/else is open/);
  });

  it('ends where an affected domain publishes something else, and holds for what others publish', () => {
    const spf = (text: string, other = '') =>
      condition({
        affected: [{ type: 'domain', id: 'a.example', name: 'a.example' }],
        evidence: [
          { dataset: 'dns', observed: `a.example: ${text}`, objectId: 'a.example' },
          { dataset: 'dns', observed: `b.example: ${other}`, objectId: 'b.example' },
        ],
      });
    const before = spf('v=spf1 ?all (1 of 10 lookups)');
    expect(beyondAcceptance(before, spf('v=spf1 ?all (3 of 10 lookups)', 'v=spf1 -all'))).toBeNull();
    expect(beyondAcceptance(before, spf('v=spf1 +all (1 of 10 lookups)'))).toMatch(/else is open/);
    expect(beyondAcceptance(spf('MX: x.example, y.example'), spf('MX: y.example, x.example'))).toBeNull();
  });

  it('ends where a setting is seen that was not seen then', () => {
    const none = condition({ evidence: [{ dataset: 'sharepointSettings', observed: 'nothing told' }] });
    expect(beyondAcceptance(none, sharing('anyone'))).toMatch(/is now anyone; nothing of it was accepted/);
    expect(beyondAcceptance(sharing('anyone'), none)).toBeNull();
  });

  it('goes by the number where more is concerned than a verdict lists', () => {
    const before = condition({ affected: users('a'), affectedCount: 300 });
    expect(beyondAcceptance(before, condition({ affected: users('z'), affectedCount: 300 }))).toBeNull();
    expect(beyondAcceptance(before, condition({ affected: users('a'), affectedCount: 301 }))).toMatch(/301/);
  });

  it('is never outgrown by a part of itself', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(ids, fc.func(fc.boolean()), (all, keep) => {
        const part = all.filter((id) => keep(id));
        const [whole, less] = [condition({ affected: users(...all) }), condition({ affected: users(...part) })];
        expect(beyondAcceptance(whole, less)).toBeNull();
        if (part.length < all.length) expect(beyondAcceptance(less, whole)).not.toBeNull();
      }),
    );
  });
});
