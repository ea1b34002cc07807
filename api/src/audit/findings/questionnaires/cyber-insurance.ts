import { left, notTold, type QuestionSet, told } from './question-set.ts';

const { backups, devices, edr, otherServices, people, procedure, updates } = notTold;
const otherFilter = 'Another product in front of Microsoft 365 may do it; that is not seen here.';
const entraOnly =
  'It speaks of what signs in through Microsoft Entra ID: Microsoft 365, and other services that were connected to it.';

/** What insurers ask beside the proposal form, mostly because of ransomware. The questions are ours, put as several forms put them. */
export const cyberInsurance: QuestionSet = {
  id: 'cyber-insurance',
  name: 'Cyber insurance: ransomware supplement',
  shortName: 'Cyber insurance',
  edition: 'Tenantry 1, from forms and guides of 2022 to 2026',
  sources: [
    {
      title: 'Cyber Insurance – Ransomware Supplemental (AIG CyberEdge), a public copy',
      url: 'https://www.scribd.com/document/614654309/AIG-Ransonware-application-Form-1',
    },
    {
      title: 'What your cyber insurance application form can tell you about ransomware readiness (CSO)',
      url: 'https://www.csoonline.com/article/572699/what-your-cyber-insurance-application-form-can-tell-you-about-ransomware-readiness.html',
    },
    {
      title: 'MFA, EDR and offline backups: the cyber insurance triage list (Atticus Rowan)',
      url: 'https://atticusrowan.com/blog/cyber-insurance-mfa-edr-backups',
    },
  ],
  note: 'It is the form of no single insurer: each words its own. The answers help to fill it in, and whoever signs the form answers for it.',
  sections: [
    {
      id: 'mfa',
      label: 'Multi-factor authentication',
      questions: [
        told(
          'mfa-email',
          'Does everybody need MFA to open mail and files in Microsoft 365, with no older protocol that goes around it?',
          'ca.mfa.all ca.legacy',
          entraOnly,
        ),
        told('mfa-admins', 'Does every administrator account need MFA?', 'ca.mfa.admins', entraOnly),
        told(
          'mfa-admins-phishing',
          'Do administrators sign in with methods that cannot be phished, such as passkeys or security keys?',
          'ca.mfa.admins.phish',
          entraOnly,
        ),
        told(
          'mfa-azure',
          'Does the administration of cloud servers and services (Azure) need MFA?',
          'ca.mfa.azure',
          'Other clouds are not seen.',
        ),
        told('mfa-guests', 'Do people from outside who were given access need MFA?', 'ca.mfa.guests', entraOnly),
        told(
          'mfa-registered',
          'Has everybody, administrators first, set up a second factor?',
          'mfa.admins.registration mfa.registration',
        ),
        told('mfa-methods', 'Are text messages and phone calls ruled out as second factors?', 'mfa.methods.weak'),
        left(
          'mfa-remote',
          'Does remote access to the network (VPN, remote desktop, remote support) need MFA?',
          otherServices,
        ),
      ],
    },
    {
      id: 'privileged',
      label: 'Privileged access',
      questions: [
        told('admin-count', 'Are there no more than four Global Administrators, and at least two?', 'role.ga.count'),
        told(
          'admin-separate',
          'Are administrator accounts apart from those for daily work: without mailbox, and not from the local directory?',
          'role.licenses role.cloudonly',
          'Administrators of computers and of other services are not seen.',
        ),
        told(
          'admin-temporary',
          'Are administrative rights given for a limited time and when they are needed?',
          'role.permanent role.outsidepim',
          'Another product for privileged access is not seen.',
        ),
        left('admin-local', 'Do people work on their computers without local administrator rights?', devices),
      ],
    },
    {
      id: 'mail',
      label: 'Email security',
      questions: [
        told('mail-tag', 'Is mail from outside marked as such?', 'exo.external.warning|exo.external.tag', otherFilter),
        told('mail-spf', 'Does an SPF record name the permitted senders of every mail domain?', 'dns.spf'),
        told('mail-dkim', 'Is outgoing mail of every domain signed (DKIM)?', 'dns.dkim'),
        told('mail-dmarc', 'Does DMARC have forged mail of every domain rejected?', 'dns.dmarc'),
        told(
          'mail-quarantine',
          'Are spam, phishing and forged senders kept from inboxes?',
          'mdo.spam.actions mdo.spoof',
          otherFilter,
        ),
        told(
          'mail-attachments',
          'Are attachments opened in a sandbox before they are delivered?',
          'mdo.attachments',
          otherFilter,
        ),
        told('mail-links', 'Are links checked when they are clicked?', 'mdo.links', otherFilter),
        told(
          'mail-bypass',
          'Is no sender and no rule allowed past the filters?',
          'exo.spam.bypass mdo.spam.allowed mdo.connection.allowed',
        ),
        told(
          'mail-forwarding',
          'Is automatic forwarding of mail to addresses outside blocked?',
          'exo.forward exo.forward.rules',
        ),
      ],
    },
    {
      id: 'devices',
      label: 'Computers and updates',
      questions: [
        left('edr', 'Does an EDR product watch all computers and servers?', edr),
        told('managed-devices', 'Do only managed computers get to company data?', 'ca.device', entraOnly),
        left('patching', 'Are critical security updates installed within a set time, and in how many days?', updates),
      ],
    },
    {
      id: 'backups',
      label: 'Backups',
      questions: [
        left(
          'backup-offline',
          'Are there backups that an intruder in the network cannot reach (offline, or not to be changed)?',
          backups,
        ),
        left('backup-restore', 'Was a restore from backup tested in the last twelve months?', backups),
      ],
    },
    {
      id: 'detection',
      label: 'Detection, response and people',
      questions: [
        told(
          'log',
          'Are sign-ins, administration and access to mailboxes logged?',
          'purview.audit exo.audit',
          'Whether single mailboxes bypass it, and how long logs are kept elsewhere, is not seen.',
        ),
        told(
          'alerts',
          'Is there no serious security alert that nobody dealt with?',
          'tenant.alerts user.risky',
          'Alerts of other products are not seen.',
        ),
        left(
          'response-plan',
          'Is there a written plan for incidents, and was it practiced in the last twelve months?',
          procedure,
        ),
        left('training', 'Does everybody get security training at least once a year, with phishing tests?', people),
      ],
    },
  ],
};
