import type { FrameworkGroup } from './framework.ts';
import { type Mapping, notTold } from './mapped-control.ts';

const { backups, devices, network, physical, procedure, updates } = notTold;
const otherSystems = 'Not seen: systems outside Microsoft 365.';
const otherLogon = 'Not seen: sign-in to devices, servers and networks.';
const otherAdmins = 'Not seen: administration of servers, devices and networks.';
const otherRemote = 'Not seen: VPNs, remote desktops and other ways in.';
const duties = 'Not seen: what somebody’s duties require, and systems outside Microsoft 365.';
const whatIsCui = 'Not seen: which information is CUI and what its flow was authorized for.';
const logs = 'Not seen: how long logs are kept, and logs of other systems.';
const media = 'It is about media and equipment, of which no setting that Tenantry reads tells.';
const audit = 'Each audit by Tenantry is a part of it; when it is done and what follows, no setting tells.';
const logProducts = 'Which product keeps, correlates and protects logs, no setting that Tenantry reads tells.';
const byMicrosoft = 'Microsoft does it for Microsoft 365 by itself; other systems are not seen.';

type Row = readonly [number: string, ...mapping: Mapping];
type Domain = FrameworkGroup & { rows: readonly Row[] };

/** The 110 requirements of NIST SP 800-171 Revision 2 (public domain, shortened), in the domains of CMMC. */
export const nist800171: readonly Domain[] = [
  {
    id: 'AC',
    label: 'Access Control',
    rows: [
      [
        '3.1.1',
        'Only authorized users, processes and devices have access',
        otherSystems,
        'user.stale user.stale.guest guest.invite app.consent ca.device',
      ],
      [
        '3.1.2',
        'Users can do no more than they are authorized for',
        duties,
        'role.ga.ratio guest.access.limited app.register tenant.create',
      ],
      [
        '3.1.3',
        'The flow of information is controlled',
        whatIsCui,
        'spo.sharing exo.forward teams.external.domains purview.dlp',
      ],
      [
        '3.1.4',
        'Duties are separated, so that nobody acts alone',
        'Approval of two roles by somebody else is seen. Not seen: how duties are divided.',
        'role.pim.approval role.pim.approval.pra',
      ],
      [
        '3.1.5',
        'Privileges are as few as possible',
        duties,
        'role.ga.ratio role.permanent role.guest.admin role.sp.secret agent.roles app.permissions.unused',
      ],
      [
        '3.1.6',
        'Everyday work is done without privileges',
        'Mail and Office licenses of administrative accounts are seen. Not seen: what an account is used for.',
        'role.licenses',
      ],
      [
        '3.1.7',
        'Privileged functions are closed to others, and their use is logged',
        otherSystems,
        'app.consent tenant.create device.admins.registering purview.audit',
      ],
      ['3.1.8', 'Failed sign-ins are limited', otherLogon, 'user.lockout.threshold user.lockout.duration'],
      [
        '3.1.9',
        'Notices on privacy and security are shown',
        'What a notice says, no setting that Tenantry reads tells.',
      ],
      ['3.1.10', 'Screens are locked after inactivity', devices],
      [
        '3.1.11',
        'Sessions end by themselves',
        'Web sessions of Microsoft 365 are seen, by three hours at most. Not seen: other sessions.',
        'session.idle',
      ],
      ['3.1.12', 'Remote sessions are monitored and controlled', otherRemote, 'ca.coverage ca.device ca.risk.signin'],
      ['3.1.13', 'Remote sessions are encrypted', byMicrosoft],
      [
        '3.1.14',
        'Remote access goes through managed points',
        'Networks from which people may sign in are seen. Not seen: the access points.',
        'ca.locations ca.locations.trusted',
      ],
      [
        '3.1.15',
        'Privileged work from afar is authorized',
        otherAdmins,
        'role.permanent role.outsidepim role.pim.approval',
      ],
      ['3.1.16', 'Wireless access is authorized', network],
      ['3.1.17', 'Wireless access is authenticated and encrypted', network],
      [
        '3.1.18',
        'Connections of mobile devices are controlled',
        'Not seen: devices that connect to anything but Microsoft 365.',
        'ca.device ca.apps.mobile intune.compliance.default intune.enrollment.personal',
      ],
      ['3.1.19', 'Information on mobile devices is encrypted', devices],
      [
        '3.1.20',
        'Connections to external systems are limited',
        otherSystems,
        'guest.xtap teams.external.domains app.consent exo.owa.storage teams.files.providers office.web.storage',
      ],
      ['3.1.21', 'Portable storage on external systems is limited', devices],
      [
        '3.1.22',
        'What is published is controlled',
        'Links for anyone and public groups are seen. Not seen: websites, and who reviews what is posted.',
        'spo.sharing group.public',
      ],
    ],
  },
  {
    id: 'AT',
    label: 'Awareness and Training',
    rows: [
      ['3.2.1', 'People know the risks and the rules', procedure],
      ['3.2.2', 'People are trained for their duties', procedure],
      ['3.2.3', 'People recognize and report insider threats', procedure],
    ],
  },
  {
    id: 'AU',
    label: 'Audit and Accountability',
    rows: [
      ['3.3.1', 'Logs are made and kept', logs, 'purview.audit exo.audit'],
      ['3.3.2', 'Actions can be traced to one user', logs, 'purview.audit exo.audit exo.shared'],
      ['3.3.3', 'What is logged is reviewed', procedure],
      ['3.3.4', 'Failure of logging raises an alert', logProducts],
      ['3.3.5', 'Logs are correlated for investigations', logProducts],
      ['3.3.6', 'Logs can be condensed into reports', logProducts],
      ['3.3.7', 'Clocks follow an authoritative source', byMicrosoft],
      ['3.3.8', 'Logs and the tools for them are protected', logProducts],
      [
        '3.3.9',
        'Few may manage logging',
        'Roles of Purview and of Exchange, which manage the logs, Tenantry does not read.',
      ],
    ],
  },
  {
    id: 'CM',
    label: 'Configuration Management',
    rows: [
      ['3.4.1', 'Baselines and inventories exist and are kept up', procedure],
      [
        '3.4.2',
        'Security settings are enforced',
        'Policies that are not enforced and devices without one are seen. Not seen: the settings of devices.',
        'ca.reportonly ca.deleted.refs intune.compliance.default',
      ],
      ['3.4.3', 'Changes are tracked, approved and logged', procedure],
      ['3.4.4', 'The effect of changes on security is analyzed', procedure],
      ['3.4.5', 'Few may change systems', otherSystems, 'role.permanent role.pim.approval ca.groups.protected'],
      ['3.4.6', 'Systems offer only what is needed', otherSystems, 'app.register exo.addins teams.apps'],
      [
        '3.4.7',
        'Programs, protocols and services without need are off',
        otherSystems,
        'ca.legacy exo.smtpauth ca.devicecode ca.authtransfer',
      ],
      ['3.4.8', 'Software runs by a list of what may or may not', devices],
      [
        '3.4.9',
        'Software that users install is controlled',
        'Apps and add-ins of Microsoft 365 are seen. Not seen: software on devices.',
        'app.consent exo.addins teams.apps',
      ],
    ],
  },
  {
    id: 'IA',
    label: 'Identification and Authentication',
    rows: [
      [
        '3.5.1',
        'Users, processes and devices are identified',
        'Shared mailboxes and agents are seen. Not seen: other accounts that several people use.',
        'exo.shared agent.owners',
      ],
      [
        '3.5.2',
        'Users, processes and devices are authenticated',
        otherLogon,
        'ca.mfa.all ca.legacy exo.modernauth spo.legacy',
      ],
      [
        '3.5.3',
        'Sign-in asks for MFA',
        'Not seen: local sign-in to devices and servers, and other networks.',
        'ca.mfa.all ca.mfa.admins mfa.registration mfa.admins.registration',
      ],
      ['3.5.4', 'Sign-in cannot be replayed', otherLogon, 'ca.legacy exo.smtpauth'],
      ['3.5.5', 'Identifiers are not given anew too soon', procedure],
      [
        '3.5.6',
        'Identifiers without use are disabled',
        'Our check counts 90 days, whatever period the organization has set. Not seen: accounts outside Entra ID.',
        'user.stale user.stale.guest',
      ],
      [
        '3.5.7',
        'New passwords are complex and differ from the old',
        'Length and kinds of characters are fixed by Entra ID, and no setting; passwords outside it are not seen.',
      ],
      [
        '3.5.8',
        'Former passwords cannot be used again',
        'How many former passwords Entra ID refuses is fixed by Microsoft, and no setting.',
      ],
      [
        '3.5.9',
        'Temporary passwords are changed at once',
        'It is chosen each time that a password is set, and is no setting.',
      ],
      ['3.5.10', 'Passwords are stored and sent encrypted', byMicrosoft],
      ['3.5.11', 'What is typed at sign-in is hidden', byMicrosoft],
    ],
  },
  {
    id: 'IR',
    label: 'Incident Response',
    rows: [
      [
        '3.6.1',
        'Incidents are handled from preparation to recovery',
        'Open risks and alerts are seen. Not seen: preparation, recovery and other systems.',
        'user.risky signin.detections tenant.alerts',
      ],
      ['3.6.2', 'Incidents are tracked and reported', procedure],
      ['3.6.3', 'Responding to incidents is tested', procedure],
    ],
  },
  {
    id: 'MA',
    label: 'Maintenance',
    rows: [
      ['3.7.1', 'Systems are maintained', procedure],
      ['3.7.2', 'Tools and people of maintenance are controlled', procedure],
      ['3.7.3', 'Equipment is wiped before it leaves for repair', media],
      ['3.7.4', 'Media with diagnostic programs are scanned', media],
      [
        '3.7.5',
        'Maintenance from afar asks for MFA and ends',
        otherAdmins,
        'ca.mfa.admins ca.mfa.azure ca.signinfreq.admins',
      ],
      ['3.7.6', 'Maintenance by others is supervised', procedure],
    ],
  },
  {
    id: 'MP',
    label: 'Media Protection',
    rows: [
      ['3.8.1', 'Media are stored securely', media],
      ['3.8.2', 'Only authorized users reach media', media],
      ['3.8.3', 'Media are wiped before disposal or reuse', media],
      [
        '3.8.4',
        'Media carry the necessary markings',
        'That labels are published is seen. Not seen: which information is CUI and carries one.',
        'purview.labels',
      ],
      ['3.8.5', 'Media are accounted for on their way', media],
      ['3.8.6', 'Media are encrypted on their way', media],
      ['3.8.7', 'Removable media are controlled', devices],
      ['3.8.8', 'Portable storage without an owner is not used', media],
      ['3.8.9', 'Backups are kept confidential', backups],
    ],
  },
  {
    id: 'PS',
    label: 'Personnel Security',
    rows: [
      ['3.9.1', 'People are screened before they get access', procedure],
      [
        '3.9.2',
        'Access ends or changes with the job',
        'Accounts without use are seen. Not seen: who left or moved.',
        'user.stale',
      ],
    ],
  },
  {
    id: 'PE',
    label: 'Physical Protection',
    rows: [
      ['3.10.1', 'Physical access is limited', physical],
      ['3.10.2', 'Buildings are protected and monitored', physical],
      ['3.10.3', 'Visitors are escorted', physical],
      ['3.10.4', 'Physical access is logged', physical],
      ['3.10.5', 'Keys and other means of access are managed', physical],
      [
        '3.10.6',
        'Work at other places is safeguarded',
        'Devices and sessions are seen. Not seen: the places.',
        'ca.device ca.signinfreq.unmanaged spo.sync',
      ],
    ],
  },
  {
    id: 'RA',
    label: 'Risk Assessment',
    rows: [
      ['3.11.1', 'Risks are assessed regularly', procedure],
      ['3.11.2', 'Systems are scanned for vulnerabilities', updates],
      ['3.11.3', 'Vulnerabilities are mended by their risk', updates],
    ],
  },
  {
    id: 'CA',
    label: 'Security Assessment',
    rows: [
      ['3.12.1', 'Controls are assessed regularly', audit],
      ['3.12.2', 'Plans of action mend what is missing', procedure],
      ['3.12.3', 'Controls are monitored all the time', audit],
      ['3.12.4', 'A system security plan is kept up', procedure],
    ],
  },
  {
    id: 'SC',
    label: 'System and Communications Protection',
    rows: [
      [
        '3.13.1',
        'Communication is controlled at the boundaries',
        'Boundaries of Microsoft 365 are seen. Not seen: those of networks.',
        'spo.sharing exo.forward teams.external.domains guest.xtap',
      ],
      ['3.13.2', 'Systems are designed by secure principles', procedure],
      ['3.13.3', 'Use and management of systems are apart', otherSystems, 'role.licenses ca.admin.portals'],
      ['3.13.4', 'Shared resources leak nothing', byMicrosoft],
      ['3.13.5', 'Public systems stand in networks of their own', network],
      ['3.13.6', 'Networks deny whatever is not allowed', network],
      ['3.13.7', 'Remote devices do not split their connections', network],
      [
        '3.13.8',
        'Information is encrypted on its way',
        'Microsoft encrypts connections to Microsoft 365 by itself; whether mail to others is encrypted, no check judges.',
      ],
      [
        '3.13.9',
        'Connections end with their session',
        'Web sessions of Microsoft 365 are seen, by three hours at most. Not seen: other connections.',
        'session.idle',
      ],
      ['3.13.10', 'Cryptographic keys are managed', 'Who holds the keys, no setting that Tenantry reads tells.'],
      [
        '3.13.11',
        'Cryptography is FIPS-validated',
        'Which modules encrypt what, no setting that Tenantry reads tells.',
      ],
      ['3.13.12', 'Cameras and microphones cannot be turned on from afar', devices],
      [
        '3.13.13',
        'Mobile code is controlled',
        'Programs and scripts that come by mail are seen. Not seen: browsers and devices.',
        'mdo.malware.types',
      ],
      [
        '3.13.14',
        'Voice over IP is controlled',
        'Teams is seen. Not seen: other telephony.',
        'teams.meeting.lobby.callers teams.meeting.anonymous.join teams.external.unmanaged',
      ],
      ['3.13.15', 'Sessions are authentic', otherSystems, 'ca.token ca.devicecode ca.authtransfer'],
      [
        '3.13.16',
        'Stored information is kept confidential',
        'Not seen: what devices and other systems store, and which of it is CUI.',
        'spo.sharing spo.sync',
      ],
    ],
  },
  {
    id: 'SI',
    label: 'System and Information Integrity',
    rows: [
      ['3.14.1', 'Flaws are found, reported and mended in time', updates],
      [
        '3.14.2',
        'Malware is kept out',
        'Mail, links and files of Microsoft 365 are seen. Not seen: devices and servers.',
        'mdo.malware.filter mdo.attachments mdo.links mdo.files',
      ],
      [
        '3.14.3',
        'Alerts and advisories are acted on',
        'Alerts of Microsoft 365 are seen. Not seen: advisories of others.',
        'purview.alerts purview.alerts.told tenant.alerts',
      ],
      ['3.14.4', 'Protection from malware is kept up to date', byMicrosoft],
      [
        '3.14.5',
        'Files are scanned when they arrive, and systems regularly',
        'Files of Microsoft 365 are seen. Not seen: scans of devices and servers.',
        'mdo.attachments.action mdo.malware.zap mdo.files',
      ],
      [
        '3.14.6',
        'Systems and traffic are monitored for attacks',
        otherSystems,
        'purview.alerts mdo.outbound.notify tenant.alerts mdi.health',
      ],
      ['3.14.7', 'Unauthorized use is noticed', otherSystems, 'user.risky signin.detections signin.legacy.use'],
    ],
  },
];
