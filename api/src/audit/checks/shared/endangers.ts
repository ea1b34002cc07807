/**
 * What an open finding puts at risk, and for whom, the gravest first:
 * `breach`: somebody may be inside already (accounts at risk, open alerts).
 * `tenant`: all of it: administrators, privileged roles and applications, what the cloud trusts on premises.
 * `everyone`: the account of every user. `data`: files and directory data, without a stolen account.
 * `mail`: mail that is forged, read or passed on. `some`: the accounts or devices that the finding names.
 * `nobody`: nothing at once: what is tidy, told or convenient.
 */
export const endangeredOrder = ['breach', 'tenant', 'everyone', 'data', 'mail', 'some', 'nobody'] as const;
export type Endangers = (typeof endangeredOrder)[number];
