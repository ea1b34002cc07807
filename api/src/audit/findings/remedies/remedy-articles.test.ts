import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import { emergencyExemptions } from '../../checks/emergency-accounts.ts';
import { type JsonObject, textsAt } from '../../facts/json-reader.ts';
import { directorySyncRoles, privilegedRoles } from '../../microsoft/privileged-roles.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { policiesInScript } from '../../testing/powershell-policies.ts';
import { account, role } from '../../testing/snapshots.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { verdictOf } from '../evaluate.ts';
import { remedies } from './remedies.ts';

const folder = join(import.meta.dirname, '../../../../../frontend/public/help');
const articleOf = (id: string): string => readFileSync(join(folder, `${id}.md`), 'utf8');
const checksOf = (ids: readonly string[]) => catalog.filter(({ id }) => ids.includes(id));
const scriptsIn = (article: string): string =>
  [...article.matchAll(/^```powershell\n(.*?)^```/gms)].map(([, code]) => code).join('\n');

test('every remedy has an article, with a title and one line that says what it is about', () => {
  const files = readdirSync(folder);
  expect(remedies.map(({ id }) => `${id}.md`).filter((name) => !files.includes(name))).toEqual([]);
  const odd = remedies.filter(({ id }) => !/^# \S.*\n\n\S.{10,119}\n\n/.test(articleOf(id)));
  expect(odd.map(({ id }) => id)).toEqual([]);
});

describe.each(remedies)('the article "$id"', ({ id, checks }) => {
  test('names every finding that it closes', () => {
    const text = articleOf(id);
    expect(checksOf(checks).flatMap(({ findingTitle }) => (text.includes(findingTitle) ? [] : [findingTitle]))).toEqual(
      [],
    );
  });

  test('says what to do before, how to check it and how to undo it', () => {
    const headings = [...articleOf(id).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(['Before you begin', 'Check that it worked', 'To undo it']));
  });

  test('leads to other articles or over https to web pages, and names the language of its code', () => {
    const text = articleOf(id);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href);
    expect(links.filter((href) => !/^(article:[a-z0-9-]+|https:\/\/\S+)$/.test(href))).toEqual([]);
    const fences = [...text.matchAll(/^```(.*)$/gm)].map(([, language]) => language);
    expect(fences.filter((language, index) => (index % 2 === 0) === (language === ''))).toEqual([]);
  });
});

/** Two emergency accounts, one administrator, and an Active Directory. */
const tenantWith = (conditionalAccessPolicies: JsonObject[]): JsonObject => {
  const [first, second, admin] = [account('bg1'), account('bg2'), account('ada')];
  return {
    securityDefaults: { isEnabled: false },
    organization: [{ id: 'o', onPremisesSyncEnabled: true }],
    users: [first, second, admin],
    directoryRoles: [role('Global Administrator', first, second, admin), role('Exchange Administrator', admin)],
    conditionalAccessPolicies,
  };
};
const roleIds = privilegedRoles.map(({ id }) => id);
const known = {
  $breakGlass: ['bg1', 'bg2'],
  $syncRoles: directorySyncRoles,
  '$roles.Id': roleIds,
  $held: roleIds,
};
const declared = ['bg1', 'bg2'].map((userId) => ({
  userId,
  displayName: null,
  userPrincipalName: null,
  declaredBy: 'somebody',
  declaredAt: '2026-01-01T00:00:00Z',
  reason: 'kept for emergencies',
  expiresAt: null,
}));
const scripted = remedies
  .map((remedy) => ({ ...remedy, policies: policiesInScript(scriptsIn(articleOf(remedy.id)), known) }))
  .filter(({ policies }) => policies.length > 0);

describe.each(scripted)('the Conditional Access policies in the script of "$id"', ({ checks, policies }) => {
  test('start in report-only', () => {
    expect(policies.map(({ state }) => state ?? 'set for each below')).not.toContain('enabled');
  });

  test('leave out both roles of directory synchronization where they concern everybody and every resource', () => {
    const all = ['All'];
    const broad = policies.filter(
      ({ conditions }) =>
        isDeepStrictEqual(textsAt(conditions, 'users', 'includeUsers'), all) &&
        isDeepStrictEqual(textsAt(conditions, 'applications', 'includeApplications'), all),
    );
    for (const { conditions } of broad)
      expect(textsAt(conditions, 'users', 'excludeRoles')).toEqual(expect.arrayContaining([...directorySyncRoles]));
  });

  test('close the findings of the remedy once they are on, and open none on synchronization or emergency accounts', () => {
    const { facts } = factsFromSnapshot(
      tenantWith(policies.map((policy) => ({ ...policy, state: 'enabled' }))),
      testNow,
    );
    const exemptions = emergencyExemptions(declared, testNow);
    const onPolicies = checksOf([...checks, 'mfa.security.defaults', 'ca.sync.account', 'ca.breakglass']).filter(
      ({ id, datasets }) =>
        datasets.includes('conditionalAccessPolicies') || (id === 'mfa.security.defaults' && checks.includes(id)),
    );
    const open = onPolicies.filter((check) => verdictOf(check, facts, { now: testNow, exemptions }).status !== 'pass');
    expect(open.map(({ id }) => id)).toEqual([]);
  });
});

test('the articles on Conditional Access have scripts that create policies', () => {
  expect(scripted.map(({ id }) => id)).toEqual(expect.arrayContaining(['require-mfa', 'limit-sessions']));
  expect(scripted).toHaveLength(12);
});
