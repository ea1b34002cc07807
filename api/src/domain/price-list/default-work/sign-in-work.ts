import { type DefaultWorkOf, forEach, forHundredUsers } from './default-work.ts';

/** Of policies on sign-ins and how people prove who they are. */
export const signInWork: DefaultWorkOf = {
  'require-mfa': {
    kind: 'conditional-access',
    hours: 4,
    size: forHundredUsers(1),
    why: 'One policy or security defaults: a week in report-only, exclusions, the announcement, switching it on, and the calls of that day',
  },
  'require-phishing-resistant-mfa': {
    kind: 'conditional-access',
    hours: 6,
    size: forHundredUsers(2),
    why: 'Security keys or passkeys for administrators, the strength and its policy, a pilot, then users in waves',
  },
  'protect-registration': {
    kind: 'conditional-access',
    hours: 3,
    why: 'Policies for security info and device registration, a temporary access pass for new people, a test of both',
  },
  'block-legacy-authentication': {
    kind: 'conditional-access',
    hours: 3,
    why: 'Who still uses it by the sign-in log, their clients moved or replaced, the policy in report-only, then on',
  },
  'turn-off-legacy-protocols': {
    kind: 'exchange',
    hours: 2,
    size: forEach('sender', 1),
    why: 'Scanners and applications that send with SMTP AUTH moved one by one, then the switches of Exchange and SharePoint',
  },
  'block-risky-sign-ins': {
    kind: 'conditional-access',
    hours: 3,
    why: 'User and sign-in risk policies, the open risks looked through first, a test, a word to the help desk',
  },
  'block-high-risk-users': {
    kind: 'conditional-access',
    hours: 1,
    why: 'One policy, and who lets a blocked account in again',
  },
  'block-insider-risk': {
    kind: 'conditional-access',
    hours: 4,
    why: 'Adaptive protection in Purview and its levels, agreed with the client, then the policy in report-only',
  },
  'block-risky-sign-in-flows': {
    kind: 'conditional-access',
    hours: 2,
    why: 'Meeting rooms and scripts that use device code by the sign-in log, an exception for those, the policy',
  },
  'require-managed-devices': {
    kind: 'conditional-access',
    hours: 8,
    size: forHundredUsers(2),
    why: 'Device and app protection policies, a pilot, exceptions, users in waves; enrolling devices is work of its own',
  },
  'limit-sessions': {
    kind: 'conditional-access',
    hours: 2,
    why: 'Sign-in frequency and idle times agreed with the client, set in three places, announced',
  },
  'limit-locations': {
    kind: 'conditional-access',
    hours: 2,
    why: 'The addresses of offices and VPN collected, countries agreed, the policy in report-only, then on',
  },
  'limit-admin-portals': {
    kind: 'conditional-access',
    hours: 2,
    why: 'Who needs the portals and Azure DevOps, one policy, the switch of the Entra admin center',
  },
  'tidy-policies': {
    kind: 'conditional-access',
    hours: 3,
    why: 'Each policy and exclusion read with the client, leftovers removed, gaps closed and tested',
  },
  'break-glass-accounts': {
    kind: 'privileged-access',
    hours: 3,
    why: 'Two accounts with security keys, excluded from policies, an alert on their use, the keys put away, a sign-in with each',
  },
  'register-mfa-methods': {
    kind: 'user-rollout',
    hours: 4,
    size: forHundredUsers(3),
    why: 'Instructions, the registration campaign, a list of who is missing each week, help for those who do not manage alone',
  },
  'strengthen-authentication-methods': {
    kind: 'authentication-methods',
    hours: 4,
    why: 'Migration to the one methods policy, who uses SMS or calls moved to the Authenticator, then the weak ones off',
  },
  'self-service-password-reset': {
    kind: 'authentication-methods',
    hours: 2,
    why: 'Methods, writeback where accounts are synchronized, a pilot, the announcement',
  },
  'password-protection': {
    kind: 'tenant-settings',
    hours: 3,
    why: 'Banned words agreed, lockout set; on premises, an agent on each domain controller, in audit mode first',
  },
  'investigate-risk': {
    kind: 'incident-response',
    hours: 2,
    size: forEach('user, detection or alert', 0.75),
    why: 'Sign-ins, rules and consents of each account looked through, sessions ended, the outcome written down',
  },
};
