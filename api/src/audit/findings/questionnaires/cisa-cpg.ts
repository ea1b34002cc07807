import { left, notTold, numbered, type QuestionSet, told } from './question-set.ts';

const { backups, devices, network, people, procedure, updates } = notTold;
const cloudOnly =
  'It speaks of Microsoft 365 and what signs in through Microsoft Entra ID. Computers and other services are not seen.';

/**
 * The goals of CISA that an office organization is asked about, each as a question. Those on operational technology are left out. CISA's
 * text is in the public domain; the questions are ours all the same.
 */
export const cisaCpg: QuestionSet = {
  id: 'cisa-cpg',
  name: 'CISA Cross-Sector Cybersecurity Performance Goals 1.0.1',
  shortName: 'CISA CPGs',
  edition: 'Version 1.0.1 (March 2023), without the goals on operational technology',
  sources: [
    {
      title: 'Cross-Sector Cybersecurity Performance Goals (CISA)',
      url: 'https://www.cisa.gov/cross-sector-cybersecurity-performance-goals',
    },
    {
      title: 'CPG report, version 1.0.1 (CISA)',
      url: 'https://www.cisa.gov/sites/default/files/2023-03/CISA_CPG_REPORT_v1.0.1_FINAL.pdf',
    },
  ],
  note: 'The goals are voluntary. The numbers are CISA’s, the questions and what decides them are Tenantry’s.',
  sections: [
    {
      id: 'identify',
      label: 'Identify',
      questions: [
        numbered(
          '1.A',
          left(
            'inventory',
            'Is there a list of all computers and equipment, looked over at least once a month?',
            devices,
          ),
        ),
        numbered('1.B', left('leadership', 'Is somebody named who answers for cybersecurity?', people)),
        numbered(
          '1.E',
          left(
            'known-vulnerabilities',
            'Are vulnerabilities that are known to be exploited mended within a set time on what the internet reaches?',
            updates,
          ),
        ),
        numbered(
          '1.I',
          left(
            'vendors',
            'Do contracts with suppliers ask for cybersecurity, and is it weighed when one is chosen?',
            procedure,
          ),
        ),
      ],
    },
    {
      id: 'accounts',
      label: 'Protect: accounts',
      questions: [
        numbered(
          '2.A',
          left(
            'default-passwords',
            'Are default passwords of equipment and software changed before they are used?',
            network,
          ),
        ),
        numbered(
          '2.C',
          told(
            'unique-credentials',
            'Does everybody sign in with an account of their own?',
            'exo.shared',
            `Shared mailboxes are looked at. ${cloudOnly}`,
          ),
        ),
        numbered(
          '2.D',
          told(
            'departing',
            'Are accounts of people who left, and others that nobody uses, disabled?',
            'user.stale user.stale.guest',
            `Accounts without a sign-in for 90 days stand for them; the goal is one day after somebody leaves. ${cloudOnly}`,
          ),
        ),
        numbered(
          '2.E',
          told(
            'separate-accounts',
            'Do administrators use accounts that they have for nothing else?',
            'role.licenses role.cloudonly role.guest.admin',
            cloudOnly,
          ),
        ),
        numbered(
          '2.G',
          told(
            'failed-sign-ins',
            'Are accounts locked for a time after a set number of failed sign-ins?',
            'user.lockout.threshold user.lockout.duration',
            cloudOnly,
          ),
        ),
        numbered(
          '2.H',
          told('mfa', 'Does every sign-in of every account need MFA?', 'ca.mfa.all ca.mfa.guests ca.legacy', cloudOnly),
        ),
        numbered(
          '2.H',
          told(
            'mfa-phishing',
            'Is that MFA of a kind that cannot be phished, for administrators at least?',
            'ca.mfa.admins.phish',
            `The goal asks it of everybody where it can be had. ${cloudOnly}`,
          ),
        ),
      ],
    },
    {
      id: 'data',
      label: 'Protect: data, devices and mail',
      questions: [
        numbered(
          '2.L',
          told(
            'sensitive-data',
            'Are there rules that keep sensitive data from being sent or shared outside?',
            'purview.dlp spo.sharing',
            'Data outside Microsoft 365 is not seen.',
          ),
        ),
        numbered(
          '2.L',
          told(
            'stored-secrets',
            'Are apps kept from passwords that stay valid, which could be stolen from where they are stored?',
            'app.secrets role.sp.secret',
            cloudOnly,
          ),
        ),
        numbered(
          '2.M',
          told(
            'mail-authentication',
            'Do SPF, DKIM and a DMARC policy of reject protect every mail domain?',
            'dns.spf dns.dkim dns.dmarc',
          ),
        ),
        numbered(
          '2.N',
          left('macros', 'Are macros off in Office on all computers, unless somebody needs them?', devices),
        ),
        numbered(
          '2.Q',
          told(
            'approved-apps',
            'Has an administrator to approve apps before they get to company data?',
            'app.consent~ app.register teams.apps',
            'Software on computers is not seen.',
          ),
        ),
        numbered(
          '2.V',
          told(
            'unauthorized-devices',
            'Are computers that nobody approved kept from company data?',
            'ca.device intune.enrollment.personal',
            'Networks and USB devices are not seen.',
          ),
        ),
        numbered(
          '2.W',
          left(
            'exposed-services',
            'Does nothing stand open to the internet that could be exploited, such as remote desktop?',
            network,
          ),
        ),
        numbered(
          '2.R',
          left(
            'backups',
            'Are systems backed up at least once a year, apart from the source, and are restores tested?',
            backups,
          ),
        ),
        numbered(
          '2.I',
          left(
            'training',
            'Is everybody trained in cybersecurity at least once a year, and new people within ten days?',
            people,
          ),
        ),
      ],
    },
    {
      id: 'detect',
      label: 'Detect, respond and recover',
      questions: [
        numbered(
          '2.T',
          told(
            'logs',
            'Are logs of access and administration collected?',
            'purview.audit exo.audit',
            'Whether single mailboxes bypass it is not seen, nor logs of firewalls, computers and other services.',
          ),
        ),
        numbered(
          '2.U',
          left('log-storage', 'Are logs kept in one place where only authorized people get at them?', procedure),
        ),
        numbered(
          '3.A',
          told(
            'threats',
            'Is nothing left undone that Microsoft detected: risky accounts, detections, serious alerts?',
            'user.risky signin.detections tenant.alerts',
            'The goal asks for a list of threats and the means to detect them; this is what was detected.',
          ),
        ),
        numbered(
          '2.S',
          left(
            'response-plan',
            'Is there a plan for incidents that is practiced and looked over at least once a year?',
            procedure,
          ),
        ),
        numbered(
          '4.A',
          left('reporting', 'Is it written down to whom incidents are reported, and how soon?', procedure),
        ),
        numbered(
          '5.A',
          left(
            'recovery',
            'Is there a plan to get back what matters after an incident, and is it practiced?',
            procedure,
          ),
        ),
      ],
    },
  ],
};
