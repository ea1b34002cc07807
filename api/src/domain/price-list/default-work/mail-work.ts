import { type DefaultWorkOf, forEach } from './default-work.ts';

/** Of mail: DNS, Exchange Online and what filters it. */
export const mailWork: DefaultWorkOf = {
  'spf-record': {
    kind: 'mail-dns',
    hours: 1,
    size: forEach('domain', 0.5),
    why: 'Who sends for each domain, the record, a week of bounces and reports watched',
  },
  'dkim-signing': {
    kind: 'mail-dns',
    hours: 0.5,
    size: forEach('domain', 0.5),
    why: 'Two records a domain at its DNS host, signing turned on, a message checked',
  },
  'dmarc-record': {
    kind: 'mail-dns',
    hours: 2,
    size: forEach('domain', 1),
    why: 'A mailbox for reports, senders put in order by them for weeks, quarantine, then reject',
  },
  'mx-records': {
    kind: 'mail-dns',
    hours: 1,
    size: forEach('domain', 0.5),
    why: 'Where mail goes, the records changed at a quiet hour, mail flow watched',
  },
  'auto-forwarding-restriction': {
    kind: 'exchange',
    hours: 2,
    why: 'Rules that forward today found and agreed, the outbound policy and remote domains set',
  },
  'mailbox-auditing': { kind: 'exchange', hours: 0.5, why: 'Two switches, and a look at whether events arrive' },
  'anti-phishing-protections': {
    kind: 'exchange',
    hours: 2,
    why: 'Names and domains to protect from the client, the policy, two weeks of its quarantine looked at',
  },
  'anti-malware-policy': {
    kind: 'exchange',
    hours: 1,
    why: 'One policy with its file types, an exception where the client needs one, who is notified',
  },
  'safe-attachments': {
    kind: 'exchange',
    hours: 1.5,
    why: 'One policy and the switch for SharePoint and Teams, a pilot for the delay',
  },
  'safe-links': {
    kind: 'exchange',
    hours: 1,
    why: 'One policy for mail, Teams and Office, addresses of the client left as they are',
  },
  'outbound-spam': { kind: 'exchange', hours: 0.5, why: 'Limits and who is notified, in one policy' },
  'external-mail-warnings': {
    kind: 'exchange',
    hours: 1,
    why: 'The tag of Outlook, MailTips, a rule where old clients need one, the announcement',
  },
  'spam-filter-exceptions': {
    kind: 'exchange',
    hours: 2.5,
    why: 'Why each sender is allowed, its own authentication mended or an exact exception, then the entry removed',
  },
  'outlook-and-bookings': {
    kind: 'exchange',
    hours: 1.5,
    why: 'Add-ins in use kept, the mailbox policy, who may publish bookings',
  },
  'calendar-sharing': {
    kind: 'exchange',
    hours: 0.75,
    why: 'Calendars that are shared today asked about, the sharing policy',
  },
  'customer-lockbox': { kind: 'exchange', hours: 0.5, why: 'One switch, and who answers a request of Microsoft' },
  'block-shared-mailbox-sign-in': {
    kind: 'exchange',
    hours: 0.75,
    size: { hours: 0.25, per: 10, each: '10 mailboxes' },
    why: 'The last sign-in of each looked up, users who share the password given access, then blocked by script',
  },
  'report-messages': {
    kind: 'exchange',
    hours: 1,
    why: 'The button in Outlook and Teams, the mailbox that reports go to, one report tried',
  },
};
