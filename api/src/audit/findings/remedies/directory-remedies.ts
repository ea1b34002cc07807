import type { Remedy } from './remedy.ts';

/** Of sign-in, accounts, applications, mail records and sharing. */
export const directoryRemedies: readonly Remedy[] = [
  {
    id: 'require-mfa',
    title: 'Require MFA for every sign-in',
    checks: [
      'ca.mfa.all',
      'ca.mfa.admins',
      'ca.mfa.guests',
      'ca.mfa.azure',
      'ca.ga.device.or.mfa',
      'ca.coverage',
      'mfa.security.defaults',
    ],
  },
  {
    id: 'require-phishing-resistant-mfa',
    title: 'Require phishing-resistant MFA, administrators first',
    checks: ['ca.mfa.admins.phish', 'ca.mfa.all.phish'],
  },
  {
    id: 'protect-registration',
    title: 'Protect the registration of security info and devices',
    checks: ['ca.mfa.secinfo', 'ca.mfa.device.reg', 'ca.intune.enrol'],
  },
  {
    id: 'block-legacy-authentication',
    title: 'Block legacy authentication for everyone',
    checks: ['ca.legacy', 'signin.legacy.use'],
  },
  {
    id: 'turn-off-legacy-protocols',
    title: 'Turn off legacy protocols in Exchange Online and SharePoint',
    checks: ['exo.smtpauth', 'exo.modernauth', 'spo.legacy'],
  },
  {
    id: 'block-risky-sign-ins',
    title: 'Block risky users and sign-ins with risk-based policies',
    checks: ['ca.risk.user', 'ca.risk.signin', 'ca.risk.signin.high', 'ca.risk.signin.block'],
  },
  {
    id: 'block-high-risk-users',
    title: 'Block high-risk users until an administrator has looked',
    checks: ['ca.risk.user.block'],
  },
  {
    id: 'block-insider-risk',
    title: 'Block access at elevated insider risk',
    checks: ['ca.insider', 'ca.insider.office'],
  },
  {
    id: 'block-risky-sign-in-flows',
    title: 'Block device code flow and authentication transfer',
    checks: ['ca.devicecode', 'ca.authtransfer'],
  },
  {
    id: 'require-managed-devices',
    title: 'Require managed devices and protected apps',
    checks: ['ca.device', 'ca.token', 'ca.apps.mobile', 'ca.app.restrictions', 'ca.platforms'],
  },
  {
    id: 'limit-sessions',
    title: 'Limit how long sessions last',
    checks: ['ca.signinfreq.admins', 'ca.signinfreq.all', 'ca.signinfreq.unmanaged', 'session.idle', 'spo.idle'],
  },
  {
    id: 'limit-locations',
    title: 'Define trusted networks and block unknown locations',
    checks: ['ca.locations.trusted', 'ca.locations'],
  },
  {
    id: 'limit-admin-portals',
    title: 'Limit admin portals and Azure DevOps to those who need them',
    checks: ['ca.admin.portals', 'tenant.admincenter', 'ca.devops'],
  },
  {
    id: 'tidy-policies',
    title: 'Tidy up Conditional Access policies and their exclusions',
    checks: ['ca.reportonly', 'ca.sync.account', 'ca.groups.protected', 'ca.deleted.refs', 'ca.exclusion.gaps'],
  },
  {
    id: 'break-glass-accounts',
    title: 'Set up two break-glass accounts',
    checks: ['ca.breakglass', 'ca.breakglass.admin', 'ca.breakglass.key'],
  },
  {
    id: 'register-mfa-methods',
    title: 'Get every account to register an MFA method',
    checks: ['mfa.registration', 'mfa.admins.registration'],
  },
  {
    id: 'strengthen-authentication-methods',
    title: 'Turn off weak authentication methods',
    checks: [
      'mfa.methods.weak',
      'mfa.methods.email',
      'mfa.methods.low',
      'mfa.methods.fatigue',
      'mfa.methods.migration',
    ],
  },
  {
    id: 'reduce-global-administrators',
    title: 'Bring the number of Global Administrators to two to four',
    checks: ['role.ga.count', 'role.ga.range', 'role.ga.ratio'],
  },
  {
    id: 'clean-privileged-accounts',
    title: 'Give privileged roles to cloud-only member accounts alone',
    checks: ['role.cloudonly', 'role.guest.admin', 'role.licenses', 'role.sp.secret', 'role.sp.owners'],
  },
  {
    id: 'privileged-identity-management',
    title: 'Assign privileged roles through Privileged Identity Management',
    checks: [
      'role.permanent',
      'role.outsidepim',
      'role.pim.approval',
      'role.pim.approval.pra',
      'role.pim.alerts.assignment',
      'role.pim.alerts.ga',
      'role.pim.alerts.others',
    ],
  },
  {
    id: 'access-reviews',
    title: 'Review guests and privileged roles monthly',
    checks: ['review.guests', 'review.roles'],
  },
  {
    id: 'restrict-app-consent',
    title: 'Let administrators alone register and consent to applications',
    checks: ['app.register', 'app.consent', 'app.consent.workflow'],
  },
  {
    id: 'limit-application-credentials',
    title: 'Limit secrets and certificates with an app management policy',
    checks: [
      'app.credentials',
      'app.credentials.add',
      'app.credentials.custom',
      'app.credentials.secret',
      'app.credentials.certificate',
      'app.secrets',
    ],
  },
  {
    id: 'govern-agents',
    title: 'Give agents an owner, narrow roles and no client secrets',
    checks: ['agent.roles', 'agent.owners', 'agent.secrets'],
  },
  {
    id: 'restrict-default-user-permissions',
    title: 'Restrict what users may create and read by default',
    checks: ['tenant.create', 'group.create.security', 'group.create.m365', 'user.bitlocker'],
  },
  {
    id: 'manage-groups',
    title: 'Make Microsoft 365 groups private and gather guests in one group',
    checks: ['group.public', 'guest.dynamic.group'],
  },
  {
    id: 'password-protection',
    title: 'Set up password protection and smart lockout',
    checks: [
      'user.pwd.expiry',
      'user.lockout.threshold',
      'user.lockout.duration',
      'user.pwd.banned',
      'user.pwd.onpremises',
    ],
  },
  {
    id: 'device-settings',
    title: 'Restrict who joins devices and who administers them',
    checks: ['device.join', 'device.quota', 'device.admins.global', 'device.admins.registering', 'device.laps'],
  },
  { id: 'directory-sync', title: 'Secure directory synchronization', checks: ['sync.phs', 'sync.takeover'] },
  { id: 'secure-score-improvement', title: 'Improve the Microsoft Secure Score', checks: ['score.secure'] },
  { id: 'spf-record', title: 'Publish SPF records that reject other senders', checks: ['dns.spf', 'dns.spf.hardfail'] },
  { id: 'dkim-signing', title: 'Sign mail of every domain with DKIM', checks: ['dns.dkim', 'exo.dkim'] },
  {
    id: 'dmarc-record',
    title: 'Publish DMARC records that reject forged mail',
    checks: ['dns.dmarc.published', 'dns.dmarc', 'dns.dmarc.cisa', 'dns.dmarc.reports'],
  },
  { id: 'mx-records', title: 'Put the MX records in order', checks: ['dns.mx'] },
  {
    id: 'auto-forwarding-restriction',
    title: 'Block automatic forwarding to outside',
    checks: ['exo.forward', 'exo.forward.auto', 'exo.forward.rules', 'exo.forward.outbound'],
  },
  {
    id: 'mailbox-auditing',
    title: 'Turn on mailbox auditing for the whole organization',
    checks: ['exo.audit', 'purview.audit'],
  },
  {
    id: 'anti-phishing-protections',
    title: "Bring anti-phishing policies to Microsoft's recommendations",
    checks: [
      'exo.antiphish',
      'mdo.spoof',
      'mdo.impersonation.users',
      'mdo.impersonation.domains',
      'mdo.impersonation.partners',
      'mdo.tips',
    ],
  },
  {
    id: 'limit-external-sharing',
    title: 'Limit external sharing in SharePoint and OneDrive',
    checks: ['spo.sharing', 'spo.sharing.existing', 'spo.domains', 'spo.domains.managed', 'spo.reshare'],
  },
  { id: 'limit-file-sync', title: 'Limit file sync to computers of named domains', checks: ['spo.sync'] },
  {
    id: 'restrict-guests',
    title: 'Restrict what guests can read and who invites them',
    checks: ['guest.access', 'guest.access.limited', 'guest.invite'],
  },
  { id: 'cross-tenant-access', title: 'Block access from other organizations by default', checks: ['guest.xtap'] },
  {
    id: 'investigate-risk',
    title: 'Investigate risky users, risk detections and open alerts',
    checks: ['user.risky', 'signin.detections', 'tenant.alerts'],
  },
  {
    id: 'stale-accounts',
    title: 'Disable accounts that nobody uses',
    checks: ['user.stale', 'user.stale.guest'],
  },
  { id: 'login-branding', title: 'Brand the sign-in page', checks: ['branding'] },
];
