import { truncate } from '@tenantry/contract/text';
import { type Affected, maxAffectedListed } from '@tenantry/contract/verdicts';
import { booleanAt, textAt } from '../../facts/json-reader.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { accountsOfMailbox, addressOfMailbox } from '../../facts/shared-mailboxes.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const evaluate = withData(['sharedMailboxes', 'sharedMailboxAccounts'], ([mailboxes, accounts]) => {
  const joined = mailboxes.map((mailbox) => {
    const address = addressOfMailbox(mailbox);
    const found = address === null ? [] : accountsOfMailbox(address, accounts);
    // Of several that carry the address one that can be signed in to is enough.
    const account = found.find((one) => booleanAt(one, 'accountEnabled') !== false) ?? found[0];
    return { name: truncate(address ?? 'a mailbox without an address', 200), account };
  });
  if (joined.length === 0) return verdict('pass', 'There are no shared mailboxes.');
  const open = joined.filter(({ account }) => booleanAt(account, 'accountEnabled') === true);
  const unknown = joined.filter(({ account }) => booleanAt(account, 'accountEnabled') === null);
  const evidence = [
    evidenceFrom('sharedMailboxes', countOf(joined.length, 'shared mailbox', 'shared mailboxes')),
    evidenceFrom('sharedMailboxAccounts', `${countOf(open.length, 'account')} with accountEnabled = true`),
  ];
  if (open.length > 0) {
    const affected = open
      .slice(0, maxAffectedListed)
      .map(({ name, account }): Affected => ({ type: 'user', id: textAt(account, 'id') ?? name, name }));
    const message = `${countOf(open.length, 'shared mailbox', 'shared mailboxes')} can be signed in to.`;
    return { ...verdict('fail', message, evidence, affected), affectedCount: open.length };
  }
  if (unknown.length > 0)
    return verdict(
      'couldNotCheck',
      `No account was found for shared mailboxes, so that their sign-in cannot be judged: ${named(unknown.map(({ name }) => name))}.`,
      evidence,
    );
  return verdict(
    'pass',
    `Sign-in is blocked for ${joined.length === 1 ? 'the only shared mailbox' : `all ${joined.length} shared mailboxes`}.`,
    evidence,
  );
});

export const sharedMailboxChecks: readonly Check[] = [
  {
    id: 'exo.shared',
    title: 'Nobody signs in to shared mailboxes',
    findingTitle: 'Shared mailboxes can be signed in to',
    category: 'mail-flow',
    severity: 'medium',
    endangers: 'some',
    frameworks: {
      cis: ['1.2.2'],
      prowler: ['exchange_shared_mailbox_sign_in_disabled'],
      nist: ['PR.AA-01'],
      iso: ['A.5.16'],
    },
    datasets: ['sharedMailboxes', 'sharedMailboxAccounts'],
    recommendation:
      'Microsoft 365 admin center > Users > Active users: block sign-in for the named accounts. Users open the mailbox from their own account.',
    impact: 'The password of the mailbox is known to many and has no second factor: one of them loses it.',
    evaluate,
  },
];
