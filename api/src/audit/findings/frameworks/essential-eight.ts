import { type Framework, labelsOf } from './framework.ts';
import { type Mapping, mappedByTenantry, mappedControl, notTold } from './mapped-control.ts';

/** The levels at which the model asks for a control. */
type Levels = 'Levels 1 to 3' | 'Levels 2 and 3' | 'Level 3' | 'Levels 1 and 2' | 'Level 2';
const all: Levels = 'Levels 1 to 3';
const from2: Levels = 'Levels 2 and 3';
const only3: Levels = 'Level 3';
/** Level 3 asks for more in its place. */
const below3: Levels = 'Levels 1 and 2';
const only2: Levels = 'Level 2';

const { backups, devices, procedure, updates } = notTold;
const serviceUpdates =
  'Microsoft updates Microsoft 365; how other online services are updated, no setting of a tenant tells.';
const scanner = 'Which vulnerability scanner looks where, and how often, no setting of Microsoft 365 tells.';
const macros = 'Macros are governed by policies for Office and for devices, which Tenantry does not read.';
const customers =
  'How customers sign in to what they are offered, the settings for the organization’s own people do not tell.';
const otherServices = 'Not seen: online services whose sign-in does not go through Entra ID.';
const otherSystems = 'Not seen: sign-in to workstations, servers and networks.';
const otherRepositories = 'Not seen: file servers, databases and whatever else keeps data outside Microsoft 365.';
const otherAdmins = 'Not seen: administrators of servers, devices and networks.';
const duties = 'Not seen: what somebody’s duties require, and systems outside Microsoft 365.';
const auditLog =
  'Microsoft Secure Score stands in for the switch of the audit log. Not seen: logs of other systems, and a SIEM that collects them.';
const logsElsewhere = 'Where logs are collected and who reads them is set outside the settings that Tenantry reads.';

type Row = readonly [id: string, levels: Levels, ...mapping: Mapping];
type Strategy = { id: string; label: string; rows: readonly Row[] };

/**
 * The controls of the Essential Eight Maturity Model of November 2023, 126 in all. The ids are those of the Information security manual,
 * by which the publisher itself names them (ISM_E8_ML1 to ML3 of github.com/AustralianCyberSecurityCentre/ism-oscal, the same from
 * v2023.12.1 to v2025.12.9); the titles are ours. Ten that several strategies ask for stand once, in a group of their own.
 */
const strategies: readonly Strategy[] = [
  {
    id: 'patch-applications',
    label: 'Patch applications',
    rows: [
      ['ISM-1698', all, 'Online services are scanned for missing patches every day', scanner],
      ['ISM-1699', all, 'Office, browsers, mail and PDF programs are scanned for missing patches every week', scanner],
      ['ISM-1700', from2, 'Other applications are scanned for missing patches every two weeks', scanner],
      ['ISM-1876', all, 'Critical patches of online services are applied within 48 hours', serviceUpdates],
      ['ISM-1690', all, 'Other patches of online services are applied within two weeks', serviceUpdates],
      ['ISM-1691', below3, 'Office, browsers, mail and PDF programs are patched within two weeks', updates],
      [
        'ISM-1692',
        only3,
        'Critical patches of Office, browsers, mail and PDF programs are applied within 48 hours',
        updates,
      ],
      [
        'ISM-1901',
        only3,
        'Other patches of Office, browsers, mail and PDF programs are applied within two weeks',
        updates,
      ],
      ['ISM-1693', from2, 'Other applications are patched within a month', updates],
      ['ISM-1905', all, 'Online services without support are removed', serviceUpdates],
      ['ISM-1704', all, 'Office, browsers, mail and PDF programs without support are removed', updates],
      ['ISM-0304', only3, 'Other applications without support are removed', updates],
    ],
  },
  {
    id: 'patch-operating-systems',
    label: 'Patch operating systems',
    rows: [
      ['ISM-1701', all, 'Systems that face the internet are scanned for missing patches every day', scanner],
      ['ISM-1702', all, 'Workstations and inner servers are scanned for missing patches every two weeks', scanner],
      ['ISM-1703', only3, 'Drivers are scanned for missing patches every two weeks', scanner],
      ['ISM-1900', only3, 'Firmware is scanned for missing patches every two weeks', scanner],
      ['ISM-1877', all, 'Critical patches of systems that face the internet are applied within 48 hours', updates],
      ['ISM-1694', all, 'Other patches of systems that face the internet are applied within two weeks', updates],
      ['ISM-1695', below3, 'Workstations and inner servers are patched within a month', updates],
      ['ISM-1696', only3, 'Critical patches of workstations and inner servers are applied within 48 hours', updates],
      ['ISM-1902', only3, 'Other patches of workstations and inner servers are applied within a month', updates],
      ['ISM-1879', only3, 'Critical patches of drivers are applied within 48 hours', updates],
      ['ISM-1697', only3, 'Other patches of drivers are applied within a month', updates],
      ['ISM-1903', only3, 'Critical patches of firmware are applied within 48 hours', updates],
      ['ISM-1904', only3, 'Other patches of firmware are applied within a month', updates],
      ['ISM-1501', all, 'Operating systems without support are replaced', updates],
      ['ISM-1407', only3, 'The latest release of an operating system or the one before is used', updates],
    ],
  },
  {
    id: 'mfa',
    label: 'Multi-factor authentication',
    rows: [
      [
        'ISM-1504',
        all,
        'The organization’s online services with sensitive data ask for MFA',
        otherServices,
        'ca.mfa.all ca.legacy mfa.registration',
      ],
      ['ISM-1679', all, 'Online services of others with sensitive data ask for MFA', otherServices, 'ca.mfa.all'],
      ['ISM-1680', all, 'Online services of others ask for MFA where they can', otherServices, 'ca.mfa.all'],
      [
        'ISM-1892',
        all,
        'Staff sign in with MFA to the organization’s services for customers',
        otherServices,
        'ca.mfa.all',
      ],
      ['ISM-1893', all, 'Staff sign in with MFA to customer services of others', otherServices, 'ca.mfa.all'],
      ['ISM-1681', all, 'Customers sign in with MFA where their data are sensitive', customers],
      [
        'ISM-1173',
        from2,
        'Privileged users sign in to systems with MFA',
        otherAdmins,
        'ca.mfa.admins ca.mfa.azure mfa.admins.registration',
      ],
      ['ISM-0974', from2, 'Other users sign in to systems with MFA', otherSystems, 'ca.mfa.all'],
      ['ISM-1505', only3, 'Users of data repositories sign in with MFA', otherRepositories, 'ca.mfa.all'],
      [
        'ISM-1401',
        all,
        'MFA is something one has and knows, or has and unlocks',
        'MFA of Entra ID is such by itself; that of other services is not seen.',
      ],
      ['ISM-1872', from2, 'MFA for online services resists phishing', otherServices, 'ca.mfa.all.phish'],
      ['ISM-1873', only2, 'Customers can choose an MFA that resists phishing', customers],
      ['ISM-1874', only3, 'MFA for customers resists phishing', customers],
      ['ISM-1682', from2, 'MFA for systems resists phishing', otherSystems, 'ca.mfa.all.phish ca.mfa.admins.phish'],
      ['ISM-1894', only3, 'MFA for data repositories resists phishing', otherRepositories, 'ca.mfa.all.phish'],
      [
        'ISM-1683',
        from2,
        'MFA that succeeds and that fails is logged in one place',
        'Entra ID logs it by itself; where its logs are collected is a setting of Azure Monitor, in Azure Resource Manager.',
      ],
    ],
  },
  {
    id: 'administrative-privileges',
    label: 'Restrict administrative privileges',
    rows: [
      ['ISM-1507', all, 'Requests for privileged access are validated', procedure],
      [
        'ISM-1508',
        only3,
        'Privileged access is no wider than duties require',
        duties,
        'role.ga.ratio app.permissions.unused',
      ],
      [
        'ISM-1175',
        all,
        'Privileged accounts reach neither the internet nor mail',
        'That they have no mailbox is seen. Not seen: whether they reach the internet.',
        'role.licenses',
      ],
      [
        'ISM-1883',
        all,
        'Privileged accounts for online services are no wider than duties require',
        duties,
        'role.ga.ratio app.permissions.unused',
      ],
      ['ISM-1649', only3, 'Administration is granted just in time', otherAdmins, 'role.permanent role.outsidepim'],
      [
        'ISM-0445',
        all,
        'Privileged users have an account for that alone',
        'Mail and Office licenses of administrative accounts are seen. Not seen: what else an account is used for.',
        'role.licenses',
      ],
      ['ISM-1509', from2, 'Privileged access is logged in one place', auditLog, 'purview.audit'],
      [
        'ISM-1650',
        from2,
        'Changes of privileged accounts and groups are logged in one place',
        auditLog,
        'purview.audit',
      ],
      [
        'ISM-1648',
        from2,
        'Privileged access ends after 45 days without use',
        'Our check of unused accounts counts 90 days, and does not ask for roles.',
      ],
      [
        'ISM-1647',
        from2,
        'Privileged access ends after 12 months unless it is confirmed',
        'Our check asks for monthly reviews: that it fails would not say that this is missing.',
      ],
      [
        'ISM-1685',
        from2,
        'Secrets of emergency, local administrator and service accounts are strong and managed',
        'Not seen: the secrets themselves, and how those outside Entra ID are managed.',
        'device.laps',
      ],
      ['ISM-1896', only3, 'Memory integrity is on', devices],
      ['ISM-1861', only3, 'Protection of the Local Security Authority is on', devices],
      ['ISM-1686', only3, 'Credential Guard is on', devices],
      ['ISM-1897', only3, 'Remote Credential Guard is on', devices],
      ['ISM-1898', only3, 'Administration happens from secure workstations', devices],
      ['ISM-1380', all, 'Privileged work has an operating environment of its own', devices],
      ['ISM-1687', from2, 'Privileged environments are no virtual machines of others', devices],
      ['ISM-1688', all, 'Other accounts cannot log on to privileged environments', devices],
      ['ISM-1689', all, 'Privileged accounts cannot log on to other environments', devices],
      ['ISM-1387', from2, 'Administration goes through jump servers', devices],
    ],
  },
  {
    id: 'application-control',
    label: 'Application control',
    rows: [
      ['ISM-0843', all, 'Workstations have application control', devices],
      ['ISM-1490', from2, 'Servers that face the internet have application control', devices],
      ['ISM-1656', only3, 'Other servers have application control', devices],
      ['ISM-1870', all, 'It covers profiles and temporary folders', devices],
      ['ISM-1871', from2, 'It covers all other places', devices],
      ['ISM-1657', all, 'Only approved programs, scripts and installers run', devices],
      ['ISM-1658', only3, 'Only approved drivers run', devices],
      ['ISM-1544', from2, 'Microsoft’s list of programs to block is used', devices],
      ['ISM-1659', only3, 'Microsoft’s list of vulnerable drivers is used', devices],
      ['ISM-1582', from2, 'Its rules are looked through every year', procedure],
      ['ISM-1660', from2, 'What it allows and blocks is logged in one place', devices],
    ],
  },
  {
    id: 'office-macros',
    label: 'Restrict Microsoft Office macros',
    rows: [
      ['ISM-1671', all, 'Macros are off for whoever does not need them', macros],
      ['ISM-1488', all, 'Macros in files from the internet are blocked', macros],
      ['ISM-1672', all, 'Macros are scanned for malware', macros],
      ['ISM-1673', from2, 'Macros cannot call the Win32 API', macros],
      ['ISM-1674', only3, 'Only sandboxed, trusted or signed macros run', macros],
      ['ISM-1890', only3, 'Macros are examined before they are signed or trusted', procedure],
      ['ISM-1487', only3, 'Only those who examine macros write to trusted locations', macros],
      ['ISM-1675', only3, 'Users cannot enable macros of publishers that are not trusted', macros],
      ['ISM-1891', only3, 'Users cannot enable macros with signatures older than V3', macros],
      ['ISM-1676', only3, 'The list of trusted publishers is looked through every year', procedure],
      ['ISM-1489', all, 'Users cannot change macro settings', macros],
    ],
  },
  {
    id: 'application-hardening',
    label: 'User application hardening',
    rows: [
      ['ISM-1654', all, 'Internet Explorer 11 is off or removed', devices],
      ['ISM-1655', only3, '.NET Framework 3.5 is off or removed', devices],
      ['ISM-1486', all, 'Browsers do not run Java from the internet', devices],
      ['ISM-1485', all, 'Browsers do not show advertisements from the internet', devices],
      ['ISM-1585', all, 'Users cannot change security settings of browsers', devices],
      ['ISM-1412', from2, 'Browsers are hardened by the stricter guidance', devices],
      ['ISM-1670', from2, 'PDF programs cannot start other programs', devices],
      ['ISM-1860', from2, 'PDF programs are hardened by the stricter guidance', devices],
      ['ISM-1824', from2, 'Users cannot change security settings of PDF programs', devices],
      ['ISM-1889', from2, 'Command lines of new processes are logged in one place', devices],
      ['ISM-1621', only3, 'PowerShell 2.0 is off or removed', devices],
      ['ISM-1622', only3, 'PowerShell runs in Constrained Language Mode', devices],
      ['ISM-1623', from2, 'What PowerShell does is logged in one place', devices],
      ['ISM-1667', from2, 'Office cannot start other programs', devices],
      ['ISM-1668', from2, 'Office cannot make programs', devices],
      ['ISM-1669', from2, 'Office cannot put code into other processes', devices],
      ['ISM-1542', from2, 'Office does not activate OLE packages', devices],
      ['ISM-1859', from2, 'Office is hardened by the stricter guidance', devices],
      ['ISM-1823', from2, 'Users cannot change security settings of Office', devices],
    ],
  },
  {
    id: 'backups',
    label: 'Regular backups',
    rows: [
      ['ISM-1511', all, 'Data, applications and settings are backed up as the business needs it', backups],
      ['ISM-1810', all, 'Backups can be restored to one point in time', backups],
      ['ISM-1811', all, 'Backups are kept safely', backups],
      ['ISM-1812', all, 'Users cannot reach backups of others', backups],
      ['ISM-1813', only3, 'Users cannot reach their own backups', backups],
      ['ISM-1705', from2, 'Privileged users cannot reach backups of others', backups],
      ['ISM-1706', only3, 'Privileged users cannot reach their own backups', backups],
      ['ISM-1814', all, 'Users cannot change or delete backups', backups],
      ['ISM-1707', from2, 'Privileged users cannot change or delete backups', backups],
      ['ISM-1708', only3, 'Nobody can change or delete backups before their time', backups],
      ['ISM-1515', all, 'Restoring is tested in exercises', backups],
    ],
  },
  {
    id: 'several',
    label: 'Of several strategies: discovery, logs and incidents',
    rows: [
      ['ISM-1807', all, 'Assets are discovered automatically every two weeks', scanner],
      ['ISM-1808', all, 'The vulnerability scanner knows the latest vulnerabilities', scanner],
      ['ISM-1815', from2, 'Logs cannot be changed or deleted by others', logsElsewhere],
      ['ISM-1906', from2, 'Logs of servers that face the internet are analyzed in time', logsElsewhere],
      ['ISM-1907', only3, 'Logs of other servers are analyzed in time', logsElsewhere],
      ['ISM-0109', only3, 'Logs of workstations are analyzed in time', logsElsewhere],
      [
        'ISM-1228',
        from2,
        'Security events are analyzed in time',
        'Open risks and alerts of Entra ID and Defender are seen. Not seen: events of other systems, and what was concluded.',
        'user.risky signin.detections tenant.alerts',
      ],
      ['ISM-0123', from2, 'Incidents are reported to the security officer', procedure],
      ['ISM-0140', from2, 'Incidents are reported to the Australian Signals Directorate', procedure],
      ['ISM-1819', from2, 'An incident sets the response plan in motion', procedure],
    ],
  },
];

export const essentialEight: Framework = {
  id: 'essential-eight',
  name: 'Essential Eight Maturity Model (November 2023)',
  version: 'November 2023',
  publisher: 'Australian Signals Directorate (ACSC)',
  source: 'https://www.cyber.gov.au/business-government/asds-cyber-security-frameworks/essential-eight',
  mapping: { by: 'tenantry', note: mappedByTenantry('the ACSC') },
  groups: labelsOf(strategies),
  controls: strategies.flatMap(({ id: group, rows }) =>
    rows.map(([id, level, ...mapping]) => mappedControl({ id, group, level }, mapping)),
  ),
};
