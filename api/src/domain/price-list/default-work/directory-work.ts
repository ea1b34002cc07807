import { type DefaultWorkOf, forEach, forHundredUsers } from './default-work.ts';

/** Of roles, accounts, applications, devices and what a directory allows by default. */
export const directoryWork: DefaultWorkOf = {
  'reduce-global-administrators': {
    kind: 'privileged-access',
    hours: 1.5,
    size: forEach('administrator', 0.25),
    why: 'What each of them does, a narrower role for it, a week in which nothing fails',
  },
  'clean-privileged-accounts': {
    kind: 'privileged-access',
    hours: 2,
    size: forEach('account or application', 0.5),
    why: 'A cloud-only account beside the daily one, the role moved over, the old one taken away',
  },
  'privileged-identity-management': {
    kind: 'privileged-access',
    hours: 6,
    why: 'Settings and approvers for each role, assignments made eligible, administrators shown how to activate',
  },
  'access-reviews': {
    kind: 'account-review',
    hours: 2,
    why: 'Two reviews with reviewers who know the people, and the first round gone through with them',
  },
  'restrict-app-consent': {
    kind: 'applications',
    hours: 3,
    why: 'Consents that are there looked through, the settings, who answers requests, the first request tried',
  },
  'limit-application-credentials': {
    kind: 'applications',
    hours: 3,
    size: forEach('application', 1),
    why: 'The policy with its exceptions; for each application a certificate or managed identity, with its vendor',
  },
  'govern-agents': {
    kind: 'applications',
    hours: 2,
    size: forEach('agent', 0.5),
    why: 'An owner found for each agent, its role narrowed, its secret replaced by a federated credential',
  },
  'restrict-default-user-permissions': {
    kind: 'tenant-settings',
    hours: 1.5,
    why: 'Four switches, who may create groups from now on, a word to those who do today',
  },
  'manage-groups': {
    kind: 'account-review',
    hours: 1.5,
    size: forEach('group', 0.25),
    why: 'The owner of each public group asked, the group made private, one dynamic group for guests',
  },
  'device-settings': {
    kind: 'devices-and-sync',
    hours: 2.5,
    why: 'Join and quota settings, local administrators, Windows LAPS with its policy and a test on a device',
  },
  'directory-sync': {
    kind: 'devices-and-sync',
    hours: 2,
    why: 'Soft and hard match blocked, password hash synchronization on, a sync cycle watched',
  },
  'secure-score-improvement': {
    kind: 'tenant-settings',
    hours: 3,
    why: "Microsoft's improvement actions that no other work here covers gone through, and their states set",
  },
  'restrict-guests': {
    kind: 'sharing',
    hours: 1,
    why: 'Two settings, and who invites guests from now on',
  },
  'cross-tenant-access': {
    kind: 'sharing',
    hours: 4,
    why: 'The partners that people work with collected from the sign-in log, each allowed, then the default blocked',
  },
  'stale-accounts': {
    kind: 'account-review',
    hours: 2,
    size: { hours: 0.5, per: 10, each: '10 accounts' },
    why: 'The list confirmed by the client, accounts disabled, licenses taken back, deleted after a month',
  },
  'login-branding': {
    kind: 'tenant-settings',
    hours: 0.75,
    why: 'Logo, background and text from the client, uploaded, looked at on a phone',
  },
  'defender-findings': {
    kind: 'incident-response',
    hours: 3,
    size: forEach('entry', 0.5),
    why: 'Each entry read and traced: a sensor mended, a permission withdrawn, a password changed',
  },
  'intune-compliance': {
    kind: 'devices-and-sync',
    hours: 6,
    size: forHundredUsers(1),
    why: 'A compliance policy for each platform, a grace period, a pilot, devices that do not comply followed up',
  },
  license: {
    kind: 'tenant-settings',
    hours: 1.5,
    why: 'The order, assignment by group, a look at whether it arrived. Not the price of the license, nor the work that it allows',
  },
};
