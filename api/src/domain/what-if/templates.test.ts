import { expect, it } from 'vitest';
import { catalog } from '../../audit/checks/catalog.ts';
import { tenantWith } from '../../audit/checks/conditional-access/testing/random-tenant.ts';
import { noExemption } from '../../audit/checks/shared/check.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { readDraft } from './read-draft.ts';
import { policyTemplates } from './templates.ts';

const templates = policyTemplates([]);

/** What each is for, as a check says it; the policy turned on alone in an empty tenant. */
const closes: Readonly<Record<string, string>> = {
  'mfa-everyone': 'ca.mfa.all',
  'phishing-resistant-admins': 'ca.mfa.admins.phish',
  'block-legacy-authentication': 'ca.legacy',
  'block-device-code-flow': 'ca.devicecode',
  'block-other-countries': 'ca.locations',
  'risky-sign-ins': 'ca.risk.signin',
  'risky-users': 'ca.risk.user',
  'mfa-register-security-info': 'ca.mfa.secinfo',
  'mfa-azure-management': 'ca.mfa.azure',
  'unmanaged-device-sessions': 'ca.signinfreq.unmanaged',
  'block-unknown-platforms': 'ca.platforms',
  'mfa-guests': 'ca.mfa.guests',
};

const tenant = (policy: Record<string, unknown>) => tenantWith([{ ...policy, id: 'p', state: 'enabled' }], true);

it('has a dozen templates or more, each with what it is for, in report-only and as Graph takes it', () => {
  expect(templates.length).toBeGreaterThanOrEqual(12);
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  for (const { policy, purpose, before } of templates) {
    expect(policy.state).toBe('enabledForReportingButNotEnforced');
    expect(purpose.length).toBeGreaterThan(20);
    expect(before.length).toBeGreaterThan(20);
  }
  expect(
    readDraft(
      templates.map(({ policy }) => policy),
      [],
    ).problems,
  ).toEqual([]);
});

it.each(Object.entries(closes))('%s, turned on, makes %s pass', (id, checkId) => {
  const policy = templates.find((one) => one.id === id)?.policy ?? {};
  const { facts } = factsFromSnapshot(tenant(policy), testNow);
  const check = catalog.find((one) => one.id === checkId);
  expect(check?.evaluate(facts, { now: testNow, exemption: noExemption })).toMatchObject({ status: 'pass' });
});

it('leaves out the emergency accounts that the tenant declared', () => {
  for (const { policy } of policyTemplates(['a', 'b'])) {
    expect(policy).toMatchObject({ conditions: { users: { excludeUsers: ['a', 'b'] } } });
  }
});
