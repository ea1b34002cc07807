import type { Remedy } from './remedy.ts';

export const exchangeRemedies: readonly Remedy[] = [
  {
    id: 'external-mail-warnings',
    title: 'Warn users of mail from outside',
    checks: ['exo.external.warning', 'exo.external.tag', 'exo.mailtips'],
  },
  {
    id: 'spam-filter-exceptions',
    title: 'Let nobody past spam filtering',
    checks: [
      'exo.spam.bypass',
      'mdo.spam.allowed',
      'mdo.spam.actions',
      'mdo.connection.allowed',
      'mdo.connection.safelist',
    ],
  },
  {
    id: 'outlook-and-bookings',
    title: 'Limit add-ins, storage and bookings in Outlook',
    checks: ['exo.addins', 'exo.owa.storage', 'exo.owa.accounts', 'exo.bookings'],
  },
  {
    id: 'calendar-sharing',
    title: 'Share no calendars and contacts with everybody',
    checks: ['exo.sharing', 'exo.sharing.contacts', 'exo.sharing.calendar'],
  },
  { id: 'customer-lockbox', title: 'Turn on Customer Lockbox', checks: ['exo.lockbox'] },
  { id: 'block-shared-mailbox-sign-in', title: 'Block sign-in to shared mailboxes', checks: ['exo.shared'] },
];
