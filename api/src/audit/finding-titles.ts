/**
 * What is wrong, in a few words, by check id. A check is titled by its good state; this is the title of its finding.
 * Each holds for a failure and for a warning of the check: "not ensured" and "not reliably" also cover policies with
 * exclusions, in report-only mode, or with gaps that could not be ruled out. "Policies …" stands where something other
 * than Conditional Access (security defaults, say) may give the protection all the same.
 */
export const findingTitles: Readonly<Record<string, string>> = {
  'ca.mfa.all': 'Multifactor authentication is not ensured for every user',
  'ca.mfa.admins': 'Multifactor authentication is not ensured for every administrator',
  'ca.mfa.admins.phish': 'Phishing-resistant sign-in is not ensured for every administrator',
  'ca.mfa.all.phish': 'Phishing-resistant sign-in is not ensured for every user',
  'ca.mfa.guests': 'Multifactor authentication is not ensured for every guest',
  'ca.mfa.azure': 'Multifactor authentication is not ensured for Azure management',
  'ca.mfa.secinfo': 'Sign-in method setup is not reliably limited to managed devices',
  'ca.legacy': 'Legacy authentication is not fully blocked',
  'ca.risk.user': 'Users at high risk are not reliably blocked or made to recover',
  'ca.risk.signin': 'Policies do not ensure fresh MFA for risky sign-ins',
  'ca.risk.signin.high': 'Sign-ins at high risk are not reliably blocked',
  'ca.risk.signin.block': 'Sign-ins at medium or high risk are not reliably blocked',
  'ca.devicecode': 'Device code sign-in is not reliably blocked',
  'ca.authtransfer': 'Authentication transfer is not reliably blocked',
  'ca.device': 'Sign-in is not reliably limited to managed devices',

  'ca.mfa.device.reg': 'Policies do not ensure multifactor authentication to register devices',
  'ca.signinfreq.admins': 'Short sessions are not ensured for every administrator',
  'ca.signinfreq.all': 'Time-limited sessions are not ensured for every user',
  'ca.intune.enrol': 'Policies do not ensure fresh MFA for Intune enrollment',
  'ca.token': 'Token protection on Windows is not ensured',
  // A policy without a platform condition is not counted as one on mobile devices.
  'ca.apps.mobile': 'Mobile device policies do not ensure approved or protected apps',
  'ca.app.restrictions': 'Policies do not ensure app-enforced restrictions for all Office 365',
  'ca.insider': 'Users with elevated insider risk are not reliably blocked',
  'ca.insider.office': 'Office 365 is not reliably closed to users at elevated insider risk',
  'ca.locations.trusted': 'No trusted network is defined',

  'ca.coverage': 'Policies do not ensure access conditions for every sign-in',
  'ca.ga.device.or.mfa': 'Policies do not ensure MFA or a managed device for Global Admins',
  'ca.platforms': 'Sign-ins from unknown platforms are not reliably blocked',
  'ca.devops': 'No enabled policy names Azure DevOps',
  'ca.locations': 'Sign-ins from untrusted locations are not reliably blocked',
  'ca.admin.portals': 'Admin portal access is not reliably limited by role',
  // A session limit on all devices alike is not counted here, and ends these sessions too.
  'ca.signinfreq.unmanaged': 'Session limits aimed at unmanaged devices are missing or incomplete',

  'ca.reportonly': 'Policies left in report-only mode for more than 30 days',
  'ca.breakglass': 'No emergency account is left out of all blocking and MFA policies',
  'ca.breakglass.admin': 'No emergency account is known to be a suitable Global Administrator',
  'ca.breakglass.key': 'Emergency accounts without a security key',
  'ca.exclusion.gaps': 'Exclusions from policies that no other policy catches',
  'ca.sync.account': 'Policies do not leave out the directory synchronization role',
  'ca.groups.protected': 'Groups named in policies are not protected from change',
  'ca.deleted.refs': 'Policies name accounts or groups that no longer exist',

  'mfa.registration': 'Not every user can use multifactor authentication',
  'mfa.admins.registration': 'Administrators without a second factor',
  // A warning also where security defaults and enabled policies are there side by side.
  'mfa.security.defaults': 'Multifactor authentication has no consistent baseline',
  // A warning where the old MFA policy may still allow what is switched off in the new one.
  'mfa.methods.weak': 'SMS or voice calls are not reliably switched off',
  'mfa.methods.email': 'Email one-time passcodes are allowed',
  'mfa.methods.low': 'SMS, voice call, or email passcode is not reliably switched off',
  'mfa.methods.fatigue': 'Authenticator does not always show application and location',
  'mfa.methods.migration': 'Old MFA and password reset policies are still in force',

  'role.ga.count': 'Number of Global Administrators is outside the recommended range',
  'role.ga.range': 'Fewer than two or more than eight enabled Global Administrators',
  'role.ga.ratio': 'More Global Administrators than holders of narrower privileged roles',
  'role.cloudonly': 'Administrator accounts synchronized from the on-premises directory',
  'role.guest.admin': 'Guest accounts with privileged roles',
  // A warning where the secrets are those of another organization and cannot be seen.
  'role.sp.secret': 'Privileged applications with secrets or from other organizations',
  'role.permanent': 'Permanently active assignments of privileged roles',
  'role.outsidepim': 'Privileged roles assigned outside Privileged Identity Management',
  'role.pim.approval': 'Global Administrator activation lacks approval or an approver',
  'role.pim.approval.pra': 'Privileged Role Administrator activation lacks approval or an approver',
  'role.pim.alerts.assignment': 'Alerts about new privileged assignments lack a named recipient',
  'role.pim.alerts.ga': 'Alerts about Global Administrator activation lack a named recipient',
  'role.pim.alerts.others': 'Alerts about other privileged activations lack a named recipient',

  'app.register': 'Users can register applications',
  'app.consent': 'Users can consent to applications without an administrator',
  'app.consent.workflow': 'Requests for administrator consent are off or have no reviewer',
  'user.pwd.expiry': 'Passwords are set to expire',
  'tenant.create': 'Users can create tenants',
  'group.create.security': 'Users can create security groups',
  'user.bitlocker': 'Users can read the BitLocker keys of their devices',
  branding: 'The sign-in page has no company branding',
  // Zero attempts fail as well as more than ten.
  'user.lockout.threshold': 'Smart lockout threshold is outside the recommended range',
  'user.lockout.duration': 'Smart lockout lasts less than a minute',
  'user.pwd.banned': 'No custom list of banned passwords is enforced',
  'user.pwd.onpremises': 'Password protection is not enforced on premises',
  'group.create.m365': 'Users can create Microsoft 365 groups',
  'group.public': 'Microsoft 365 groups that are not private',
  'guest.dynamic.group': 'No dynamic group holds all guests',
  'session.idle': 'Idle Microsoft 365 web sessions last longer than three hours',
  'app.credentials': 'Secrets and certificates of applications are not fully limited',
  'app.credentials.add': 'New application secrets are not fully blocked',
  'app.credentials.secret': 'Application secrets are not limited to 180 days everywhere',
  'app.credentials.certificate': 'Application certificates are not limited to one year everywhere',
  'device.join': 'Every user can join devices',
  'device.quota': 'Each user can join more than ten devices',
  'device.admins.global': 'Global Administrators become local administrators of joined devices',
  'device.admins.registering': 'Users become administrators of the devices they join',
  'device.laps': 'Local administrator passwords are not managed by Entra LAPS',
  'sync.phs': 'Password hashes are not synchronized',
  'sync.takeover': 'Cloud accounts can be taken over by on-premises matching',
  'score.secure': 'Microsoft Secure Score is below 70%',

  'dns.spf': 'SPF is missing or ineffective for at least one domain',
  'dns.spf.hardfail': 'SPF does not refuse other senders for at least one domain',
  'dns.dkim': 'DKIM is not fully set up for at least one domain',
  'dns.dmarc.published': 'DMARC is missing or invalid for at least one domain',
  'dns.dmarc': 'DMARC does not refuse all forged mail for at least one domain',
  'dns.dmarc.cisa': 'DMARC reports do not go to CISA for every domain',
  'dns.dmarc.reports': 'DMARC report addresses are incomplete for at least one domain',
  'dns.mx': 'Incoming mail is not always routed directly to Microsoft 365',
  'exo.forward': 'Automatic forwarding to the outside is not fully blocked',
  'exo.audit': 'Mailbox auditing is not on for the whole organization',
  'exo.antiphish': 'Anti-phishing policies are weaker than Microsoft recommends',
  'exo.smtpauth': 'SMTP AUTH is in use or allowed',
  'exo.modernauth': 'Modern authentication is off for Exchange Online',

  'spo.sharing': 'SharePoint and OneDrive allow sharing with anyone who has a link',
  'spo.sharing.existing': 'SharePoint sharing is not limited to existing guests',
  'spo.domains': 'External sharing is not limited to an allowlist of domains',
  'spo.domains.managed': 'External sharing is not governed by a list of named domains',
  'spo.reshare': 'Guests can share content they do not own',
  'spo.legacy': 'SharePoint accepts legacy authentication',
  'spo.sync': 'File sync is not limited to computers of named domains',
  'spo.idle': 'Idle SharePoint and OneDrive web sessions last more than an hour',
  'guest.access': 'Guests can see more than themselves in the directory',
  'guest.access.limited': 'Guests can read the directory like members',
  'guest.invite': 'Every member can invite guests',
  'guest.xtap': 'Access from other organizations is not fully blocked by default',

  'user.risky': 'Risky users have not been dealt with',
  'signin.detections': 'Risk detections have not been dealt with',
  'signin.legacy.use': 'Legacy authentication was recently used to sign in',
  'user.stale': 'Enabled user accounts without a recent sign-in',
  'user.stale.guest': 'Enabled guest accounts without a recent sign-in',
  'review.guests': 'The access of guests is not reviewed each month',
  'review.roles': 'Privileged roles are not reviewed each month',
  'tenant.alerts': 'High-severity security alerts are open',
};

/**
 * The title of the finding that a failure or a warning of a check becomes. `fallback`, such as the title of the check
 * itself, is given back for a check that has none, as one of an older catalog may be.
 */
export function findingTitle(checkId: string, fallback: string): string {
  return (Object.hasOwn(findingTitles, checkId) ? findingTitles[checkId] : undefined) ?? fallback;
}
