import type { MicrosoftAnswer } from '@tenantry/contract/microsoft-answers';
import { expect, it } from 'vitest';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Told } from './ask-microsoft.ts';
import { type AskedPass, keptSample } from './keep-sample.ts';
import { signInOf } from './testing/sign-in-of.ts';

const [askedAt, later] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const check = catalog.find(({ id }) => id === 'ca.mfa.all');
if (!check) throw new Error('There is no such check');
const verdicts = catalog.map(({ id }) => ({ checkId: id, status: 'pass' as const }));

const told = (at: string, outcome: MicrosoftAnswer['outcome'], isUnanswered = false): Told => ({
  answer: { askedAt: at, askedBy: 'scanner', outcome, because: isUnanswered ? 'Late.' : '', applied: [] },
  isUnanswered,
  isAsked: true,
});
const pass = (user: string, of: Told): AskedPass => ({ check, signIn: signInOf(user), told: of });

it('counts a contradicted sign-in that gets no answer once', () => {
  const before = keptSample(null, [pass('u1', told(askedAt, 'disagrees'))], { askedAt, verdicts, withoutCall: 0 });
  const asked = [
    pass('u1', told(later, 'cannotBeAsked', true)),
    pass('u2', told(later, 'confirmed')),
    pass('u3', told(later, 'cannotBeAsked')),
  ];
  const after = keptSample(before, asked, { askedAt: later, verdicts, withoutCall: 2 });
  expect(after).toMatchObject({
    confirmed: 1,
    cannotBeAsked: 1,
    disagreements: [{ answer: { askedAt, failedTry: { askedAt: later, because: 'Late.' } } }],
    withoutCall: 2,
  });
});

it('is none where nothing was asked', () => {
  const before = keptSample(null, [pass('u1', told(askedAt, 'confirmed'))], { askedAt, verdicts, withoutCall: 0 });
  expect(before).toMatchObject({ confirmed: 1 });
  expect(keptSample(before, [], { askedAt: later, verdicts, withoutCall: 0 })).toBeNull();
});
