import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { account } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const mailboxes = (...sharedMailboxes: JsonObject[]): JsonObject => configurationOf({ sharedMailboxes });
const mailbox = (address: string): JsonObject => ({ Identity: 'Box', PrimarySMTPAddress: address });
const blocked = (id: string, more: JsonObject = {}) => account(id, { accountEnabled: false, ...more });
const ofAccounts = (...users: JsonObject[]): JsonObject => ({ ...mailboxes(mailbox('info@example.com')), users });

verdictTable('exo.shared', [
  {
    when: 'one of three can be signed in to',
    snapshot: {
      ...mailboxes(mailbox('info@example.com'), mailbox('jobs@example.com'), mailbox('shop@example.com')),
      users: [blocked('info'), account('jobs'), blocked('shop')],
    },
    says: 'fail',
    message: '1 shared mailbox can be signed in to.',
    evidence: ['sharedMailboxes: 3 shared mailboxes', 'sharedMailboxAccounts: 1 account with accountEnabled = true'],
    affected: ['user jobs: jobs@example.com'],
  },
  {
    when: 'the only one is blocked',
    snapshot: ofAccounts(blocked('info')),
    says: 'pass',
    message: 'Sign-in is blocked for the only shared mailbox.',
    evidence: ['sharedMailboxes: 1 shared mailbox', 'sharedMailboxAccounts: 0 accounts with accountEnabled = true'],
  },
  {
    when: 'both are blocked',
    snapshot: {
      ...mailboxes(mailbox('info@example.com'), mailbox('jobs@example.com')),
      users: [blocked('info'), blocked('jobs')],
    },
    says: 'pass',
    message: 'blocked for all 2 shared mailboxes.',
    evidence: ['sharedMailboxes: 2 shared mailboxes', 'sharedMailboxAccounts: 0 accounts with accountEnabled = true'],
  },
  {
    when: 'of one no account is known, of another no address',
    snapshot: {
      ...mailboxes(mailbox('info@example.com'), mailbox('jobs@example.com'), { Identity: 'Shop' }),
      users: [blocked('info')],
    },
    says: 'couldNotCheck',
    message: 'No account was found … jobs@example.com, a mailbox without an address.',
    evidence: ['sharedMailboxes: 3 shared mailboxes', 'sharedMailboxAccounts: 0 accounts with accountEnabled = true'],
  },
  { when: 'there is none', snapshot: mailboxes(), says: 'pass', message: 'There are no shared mailboxes.' },
]);

statusTable('exo.shared', [
  ['the address is in other case', { ...mailboxes(mailbox('Info@EXAMPLE.com')), users: [blocked('INFO')] }, 'pass'],
  [
    'the address has its kind before it',
    { ...mailboxes(mailbox(' SMTP:info@example.com')), users: [blocked('info')] },
    'pass',
  ],
  [
    'the address is the mailbox’s identity',
    { ...mailboxes({ Identity: 'info@example.com' }), users: [blocked('info')] },
    'pass',
  ],
  ['the address is the account’s mail', ofAccounts(blocked('x', { mail: 'Info@example.com' })), 'pass'],
  [
    'the address is only one of many of the account',
    ofAccounts(blocked('x', { proxyAddresses: ['smtp:info@example.com'] })),
    'couldNotCheck',
  ],
  [
    'of two accounts the second can be signed in to',
    ofAccounts(blocked('x', { mail: 'info@example.com' }), account('info')),
    'fail',
  ],
  [
    'of two accounts one does not say',
    ofAccounts(blocked('x', { mail: 'info@example.com' }), account('info', { accountEnabled: undefined })),
    'couldNotCheck',
  ],
  ['both accounts are blocked', ofAccounts(blocked('x', { mail: 'info@example.com' }), blocked('info')), 'pass'],
  ['the account does not say', ofAccounts(account('info', { accountEnabled: null })), 'couldNotCheck'],
  [
    'one is open, another is not known',
    { ...mailboxes(mailbox('info@example.com'), mailbox('jobs@example.com')), users: [account('info')] },
    'fail',
  ],
  [
    'accounts were refused',
    {
      ...mailboxes(mailbox('info@example.com')),
      users: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges' }, status: 403 },
    },
    'notPermitted',
  ],
  ['mailboxes were refused', { ...configurationOf({ sharedMailboxes: refusedType }), users: [] }, 'notPermitted'],
  ['accounts were not collected', mailboxes(mailbox('info@example.com')), 'couldNotCheck'],
  ['nothing was collected', {}, 'couldNotCheck'],
]);
