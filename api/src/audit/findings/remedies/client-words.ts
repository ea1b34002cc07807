import { rowsOf } from '@tenantry/contract/text-table';
import { type Mended, remedyOfFinding } from './remedies.ts';

/** A remedy in the words of somebody who runs a company and no network: what it is about, what can happen, what is proposed. */
export type ClientWords = { topic: string; risk: string; proposal: string };

/**
 * Three lines each: the id of the remedy and its topic, the risk, the proposal. No product is named that a reader does not
 * use, and no setting.
 */
const table = `
require-mfa: A password alone opens accounts
  Whoever guesses or steals a password can read mail, files and chats.
  Ask for a second proof, such as a phone, at every sign-in.
require-phishing-resistant-mfa: Administrators can be tricked out of their sign-in
  A fake sign-in page can take over an administrator, second proof included.
  Give administrators security keys or passkeys, which work on the real page only.
protect-registration: Anyone with a stolen password can add their own phone
  A thief registers a phone as second proof and keeps the account.
  Allow new phones and devices only from places or with proofs that are trusted.
block-legacy-authentication: Old mail programs go around the second proof
  Attackers try passwords through old programs that never ask for more.
  Block old ways to sign in. Current programs are not affected.
turn-off-legacy-protocols: Old ways of sending mail and opening files are still on
  A guessed password is enough to send mail in the name of an employee.
  Turn off the old ways, and give scanners and printers a safe one.
block-risky-sign-ins: Suspicious sign-ins are let in
  Someone with a leaked password can go on using the account.
  Block sign-ins that Microsoft rates as risky until the person has proven who they are.
block-high-risk-users: A thief with the phone can win back a blocked account
  Someone who also has the phone of the person can set a new password for them.
  Keep such accounts blocked until an administrator has looked.
block-insider-risk: People suspected of taking data keep their access
  An employee who leaves can go on copying files.
  Block access while such a suspicion is open.
block-risky-sign-in-flows: A code in a mail can hand over an account
  Someone who types in a code from a fake mail signs the sender in.
  Turn off sign-in by such codes where nobody needs it.
require-managed-devices: Company data opens on any device
  Files end up on private or infected computers, and stolen accounts work from anywhere.
  Allow company computers and protected apps only.
limit-sessions: Sign-ins last too long
  An open or stolen computer gives access for days.
  Ask people to sign in again after a fitting time.
limit-locations: Sign-ins from anywhere are treated alike
  Sign-ins from countries where nobody works are not stopped.
  Name the places where people work, and block the others.
limit-admin-portals: Every employee can open the administration pages
  One stolen account is enough to look up people and settings.
  Limit these pages to those who administer.
tidy-policies: Protection rules have gaps
  Rules look like protection but spare people or are not switched on.
  Clean up the rules and their exceptions.
break-glass-accounts: There is no safe way in for an emergency
  A mistake or an outage can lock every administrator out.
  Set up two emergency accounts and keep them safe.
register-mfa-methods: Some accounts have no second proof yet
  Whoever signs in first with a stolen password can register a phone and own the account.
  Have every person register one, with help where it is needed.
strengthen-authentication-methods: Weak second proofs are allowed
  Codes by text message or call can be intercepted.
  Move people to an app or a security key.
reduce-global-administrators: The number of people with full rights is not right
  Each account with full rights can give everything away; with only one, losing it means losing control.
  Bring their number to between two and four.
clean-privileged-accounts: Powerful rights are on accounts that are not meant for them
  Someone who takes over one of these accounts controls the whole environment.
  Give such rights to separate administrator accounts only.
privileged-identity-management: Administrators have full rights day and night
  A stolen administrator account can do everything at any hour.
  Give rights for the hours in which they are needed.
access-reviews: Nobody looks at who still needs access
  Guests and former project members keep access for years.
  Review guests and administrators regularly.
restrict-app-consent: Any employee can give other programs access
  A harmful program keeps reading data even after the password was changed.
  Let administrators decide which programs are connected.
limit-application-credentials: Keys of connected programs are valid too long
  A key that leaks opens data for years.
  Limit how long such keys are valid.
govern-agents: AI agents may do too much, or belong to nobody
  An agent that is tricked or stolen acts with its rights, and nobody stops it.
  Give each agent a person who answers for it, and only the rights that it needs.
restrict-default-user-permissions: Employees can create and see more than they need
  Unknown areas arise that nobody protects.
  Limit what employees can create and look up by default.
manage-groups: Groups are open to everybody
  Every employee, and anyone with a stolen account, can read their files and chats.
  Make groups private unless they are meant for all.
password-protection: Weak passwords are accepted
  Passwords that are easy to guess open accounts.
  Refuse common passwords, and slow down guessing.
device-settings: Anyone can add a device
  A stranger with a stolen password can pass off a computer as one of yours.
  Limit who adds devices and who administers them.
directory-sync: The link to your own servers is not fully protected
  Leaked passwords go unnoticed, or nobody can sign in while the servers are down.
  Bring the link up to date and protect it.
secure-score-improvement: Protection that is paid for goes unused
  Insurers and auditors look at the score that Microsoft gives.
  Switch on what the licenses include.
spf-record: Others can send mail in your name
  Fake mail that seems to come from you reaches customers and employees.
  Publish who may send mail for your domains.
dkim-signing: Your mail is not signed
  Honest mail can get lost, and fake mail is harder to tell apart.
  Have all mail signed when it is sent.
dmarc-record: Fake mail in your name is not turned away
  Customers and employees receive invoices and requests that you never sent.
  Ask all receivers to reject fake mail, step by step.
mx-records: Mail can go around the filter
  Harmful mail reaches mailboxes unchecked.
  Correct the addresses to which mail is delivered.
auto-forwarding-restriction: Mail can be forwarded outside unnoticed
  An attacker in a mailbox keeps reading even after the password was changed.
  Block automatic forwarding to outside.
mailbox-auditing: What happens in mailboxes is not fully recorded
  After an attack nobody can tell what was read.
  Turn recording on for all mailboxes.
anti-phishing-protections: Fake mail is not filtered as well as it could be
  Mail that imitates managers or suppliers leads to wrong payments.
  Set the mail filter to Microsoft's recommendations.
limit-external-sharing: Files can be shared with anyone
  Whoever gets hold of a link can open company files, and nobody can tell who did.
  Share with named people only, and for a limited time.
limit-file-sync: Files are copied to private computers
  They stay there after an employee has left, and damage can spread back.
  Copy files to company computers only.
restrict-guests: Guests see and do too much
  A guest can look up employees and prepare an attack.
  Limit what guests can see, and who invites them.
cross-tenant-access: Accounts of any other organization can be connected
  Poorly protected accounts of others open your data.
  Connect with named partners only.
investigate-risk: There are signs of attacks that nobody has looked into
  An attacker may already be reading mail and files.
  Look into each of these signs now.
stale-accounts: Accounts that nobody uses are still open
  Nobody notices when such an account is taken over, and its license is paid for.
  Close these accounts.
login-branding: The sign-in page does not show your name
  People cannot tell a fake page from the real one.
  Show your name and logo on the sign-in page.
external-mail-warnings: Nothing shows that a message comes from outside
  A forged message looks like one from a colleague, and people do what it asks.
  Mark messages from outside, and warn before something is sent there.
spam-filter-exceptions: Some senders go past the spam filter
  Whoever pretends to be one of them reaches every mailbox unchecked.
  Remove these exceptions, and keep what was recognized as spam out of inboxes.
outlook-and-bookings: Anyone can connect extras to their mailbox
  An add-in of a stranger can read mail, and files move to private accounts.
  Let nobody add these by themselves, and approve what people need.
calendar-sharing: Calendars and contacts can be shown to anybody
  Strangers learn who meets whom, and use it for believable messages.
  Share calendars inside the company only.
customer-lockbox: Microsoft’s engineers need no approval to open data
  During a support case somebody may look at your data without asking.
  Require your approval each time.
block-shared-mailbox-sign-in: Shared mailboxes have a password of their own
  Many people know it, and nothing else protects it.
  Close this way in. People open the mailbox from their own account.
anti-malware-policy: Dangerous attachments are let in
  A program comes by mail, and one click runs it on a company computer.
  Block attachment types that nobody needs, and remove what was let in too early.
safe-attachments: New kinds of malware are not caught
  What no virus scanner knows yet reaches people by mail or shared file.
  Have attachments and files opened in a safe place before people get them.
safe-links: Links are not checked when people click them
  A harmless link turns into a fake sign-in page after it was delivered.
  Check every link at the moment of the click.
defender-findings: What the security software finds goes unread
  It has seen weak spots that an attacker would use, and nobody has acted on them.
  Work through what it reports, and keep doing so.
outbound-spam: Nobody notices when a mailbox sends spam
  A stolen mailbox writes to thousands, and others stop accepting your mail.
  Limit how much one person sends, and tell somebody when it is too much.
teams-meetings: Strangers get into online meetings
  Someone listens, takes over a screen or shares bad links.
  Let strangers wait until the organizer has looked at who they are.
teams-external-access: Anyone can write to employees in Teams
  Attackers pretend to be the help desk, past every mail filter.
  Allow named partners only.
teams-apps-and-files: Apps and storage of others connect to Teams by themselves
  Files and chats end up with companies that nobody has looked at.
  Approve apps and storage before they can be used.
report-messages: People cannot report a suspicious message
  The first to notice an attack cannot warn the others.
  Turn on the report button, and have somebody read the reports.
data-loss-prevention: Personal data can leave by mail, chat or file
  A mistake or a departing employee takes customer data along.
  Stop such data automatically, and tell the sender why.
alert-policies: Warnings of Microsoft reach nobody
  An attack is noticed by a machine, and nobody hears of it.
  Turn these warnings on, and send them to somebody who reads them.
sensitivity-labels: Confidential documents cannot be marked
  Neither people nor programs know what must not leave.
  Introduce labels such as “confidential”.
intune-compliance: Unknown devices count as safe
  A private or infected computer gets the access of a company computer.
  Trust a device only after it was checked.
third-party-storage: Company files can be saved to outside storage
  They stay there when people leave, and nobody knows of them.
  Turn this off.
self-service-password-reset: People cannot reset their own password
  The help desk does it by phone, where a stranger can pretend to be somebody.
  Let people do it themselves, after proving who they are.
`;

/** Of a switch that every Microsoft 365 has and that is off. */
export const freeSwitchWords: ClientWords = {
  topic: 'A free protection of Microsoft is switched off',
  risk: 'A stolen or guessed password is enough to get into mail and files.',
  proposal: 'Switch it on: everybody is then asked for a second proof, such as a phone. It needs no license.',
};

/** Of what no setting closes: only a license does. Its price is Microsoft's, so that none is named. */
export const licenseWords = (license: string): ClientWords => ({
  topic: 'Finer rules for signing in need another license',
  risk: 'Sign-ins cannot be limited to places and computers that you know.',
  proposal: `Decide with us whether Microsoft’s license “${license}” is worth its price to you.`,
});

/** By the id of the remedy. */
export const clientWords: Readonly<Record<string, ClientWords>> = Object.fromEntries(
  rowsOf(table, /^(\S+): (.+)\n {2}(.+)\n {2}(.+)$/gm).map(([, id, topic = '', risk = '', proposal = '']) => [
    id,
    { topic, risk, proposal },
  ]),
);

/** The words for a finding: those of what mends it. Null where the catalog no longer has its check. */
export function wordsOfFinding(finding: Mended): ClientWords | null {
  if (finding.closedBy) return freeSwitchWords;
  return clientWords[remedyOfFinding(finding)?.id ?? ''] ?? null;
}
