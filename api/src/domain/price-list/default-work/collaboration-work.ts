import type { DefaultWorkOf } from './default-work.ts';

/** Of Teams, SharePoint and what protects data in them. */
export const collaborationWork: DefaultWorkOf = {
  'teams-meetings': {
    kind: 'teams',
    hours: 2,
    why: 'One pass over the meeting policies, exceptions for webinars and reception, the announcement',
  },
  'teams-external-access': {
    kind: 'teams',
    hours: 2,
    why: 'Partners that people chat with collected, allowed by domain, the rest closed, announced',
  },
  'teams-apps-and-files': {
    kind: 'teams',
    hours: 2,
    why: 'Apps in use by the usage report, those allowed, the rest for approval, who approves',
  },
  'limit-external-sharing': {
    kind: 'sharing',
    hours: 5,
    why: 'What is shared with anyone today, owners asked, sites with exceptions, the levels, the announcement',
  },
  'limit-file-sync': {
    kind: 'sharing',
    hours: 1,
    why: 'The ids of the domains, the setting, computers that stop syncing followed up',
  },
  'third-party-storage': { kind: 'tenant-settings', hours: 0.5, why: 'One switch, after asking who uses it' },
  'data-loss-prevention': {
    kind: 'data-protection',
    hours: 12,
    why: 'What counts as personal here agreed, one policy over all locations in test mode, weeks of false positives, then blocking',
  },
  'sensitivity-labels': {
    kind: 'data-protection',
    hours: 12,
    why: 'Three or four labels agreed in a workshop, a pilot group, defaults, a short training, publishing to all',
  },
  'alert-policies': {
    kind: 'tenant-settings',
    hours: 1.5,
    why: 'The policies turned on, a mailbox that somebody reads, one alert tried',
  },
};
