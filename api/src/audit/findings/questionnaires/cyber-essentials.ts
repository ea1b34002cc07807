import { left, notTold, type QuestionSet, told } from './question-set.ts';

const { devices, network, otherServices, procedure, updates } = notTold;
const inMicrosoft365 = 'It speaks of Microsoft 365. Computers and other services are not seen.';

/**
 * What a self-assessment for Cyber Essentials asks, as far as cloud services go into it and in short for the rest. The questions are
 * ours, made from the requirements; IASME's own may not be changed or sold (CC BY-NC-ND).
 */
export const cyberEssentials: QuestionSet = {
  id: 'cyber-essentials',
  name: 'Cyber Essentials: preparation for the self-assessment',
  shortName: 'Cyber Essentials',
  edition:
    'Requirements for IT infrastructure v3.2 (April 2025); assessments since 27 April 2026 go by v3.3, whose MFA for all cloud services is asked here',
  sources: [
    {
      title: 'Cyber Essentials: Requirements for IT infrastructure v3.2 (NCSC)',
      url: 'https://www.ncsc.gov.uk/files/cyber-essentials-requirements-for-it-infrastructure-v3-2.pdf',
    },
    {
      title: 'Free download of the self-assessment questions (IASME)',
      url: 'https://iasme.co.uk/cyber-essentials/free-download-of-self-assessment-questions/',
    },
    {
      title: 'The 2026 update: v3.3 and the Danzell question set (GRC Solutions)',
      url: 'https://staging.grcsolutions.io/the-cyber-essentials-schemes-2026-update-and-what-it-means-for-your-organisation',
    },
  ],
  note: 'It prepares the self-assessment and does not take its place: IASME’s own questions are answered on its platform and signed by the board.',
  sections: [
    {
      id: 'scope',
      label: 'Scope',
      questions: [
        left(
          'scope-services',
          'Is there a list of all cloud services that hold company data, and are all in scope?',
          otherServices,
        ),
        left('scope-devices', 'Is there a list of all computers, phones and network equipment in scope?', devices),
      ],
    },
    {
      id: 'firewalls',
      label: 'Firewalls',
      questions: [
        left(
          'firewall-boundary',
          'Does a firewall stand before every network and on every computer, with its default password changed?',
          network,
        ),
        left(
          'firewall-rules',
          'Are connections from outside blocked unless somebody approved them and wrote down why?',
          network,
        ),
      ],
    },
    {
      id: 'configuration',
      label: 'Secure configuration',
      questions: [
        told(
          'unused-accounts',
          'Are accounts that nobody uses disabled?',
          'user.stale user.stale.guest',
          `The checks count 90 days. ${inMicrosoft365}`,
        ),
        told(
          'unused-software',
          'Are add-ins and apps kept to those that were approved?',
          'exo.addins teams.apps app.permissions.unused',
          inMicrosoft365,
        ),
        told(
          'public-links',
          'Does nobody get to company files without signing in?',
          'spo.sharing',
          'It speaks of SharePoint and OneDrive.',
        ),
        told(
          'old-protocols',
          'Are protocols that cannot ask for MFA turned off?',
          'ca.legacy exo.smtpauth',
          inMicrosoft365,
        ),
        told(
          'guessing',
          'Is the guessing of passwords stopped, by MFA or by locking after at most ten attempts?',
          'ca.mfa.all|user.lockout.threshold',
          inMicrosoft365,
        ),
        left(
          'device-lock',
          'Does every computer and phone lock itself, and ask for biometrics, a password or a PIN?',
          devices,
        ),
      ],
    },
    {
      id: 'updates',
      label: 'Security updates',
      questions: [
        left('updates-supported', 'Is all software licensed and still supported by its maker?', updates),
        left('updates-14-days', 'Are critical and high-risk updates installed within 14 days?', updates),
      ],
    },
    {
      id: 'access',
      label: 'User access control',
      questions: [
        left(
          'access-process',
          'Does somebody approve each account before it is made, and each right of an administrator?',
          procedure,
        ),
        told(
          'access-unique',
          'Does nobody sign in with an account that several people share?',
          'exo.shared',
          `Shared mailboxes are looked at. ${inMicrosoft365}`,
        ),
        told(
          'access-guests',
          'Can only chosen people invite guests, and does no guest hold an administrator role?',
          'guest.invite role.guest.admin',
        ),
        told(
          'access-admins',
          'Do administrators have accounts apart from those for mail and browsing?',
          'role.licenses',
          inMicrosoft365,
        ),
        told('mfa-users', 'Is MFA required of all users in Microsoft 365?', 'ca.mfa.all', inMicrosoft365),
        told('mfa-admins', 'Is MFA required of all administrators in Microsoft 365?', 'ca.mfa.admins', inMicrosoft365),
        told('mfa-guests', 'Is MFA required of guests?', 'ca.mfa.guests', inMicrosoft365),
        told('mfa-methods', 'Has every user set up a second factor?', 'mfa.registration'),
        left('mfa-other', 'Is MFA on in every other cloud service that offers it?', otherServices),
        told(
          'password-change',
          'Are people not made to change passwords at regular times?',
          'user.pwd.expiry',
          inMicrosoft365,
        ),
        told('password-known', 'Are accounts whose password may be known dealt with?', 'user.risky', inMicrosoft365),
        left(
          'password-quality',
          'Do passwords outside Microsoft 365 have at least twelve characters, or eight with a list of refused ones or MFA?',
          otherServices,
        ),
      ],
    },
    {
      id: 'malware',
      label: 'Malware protection',
      questions: [
        left('malware-devices', 'Does up-to-date anti-malware software run on every computer?', devices),
        told(
          'malware-mail',
          'Are dangerous attachments kept from mailboxes?',
          'mdo.malware.filter mdo.malware.types mdo.malware.zap',
          'The requirement is about computers; this is what Microsoft 365 does before.',
        ),
      ],
    },
  ],
};
