import { cleanText } from '@tenantry/contract/text';
import type { MailTransport } from '../../ports/mail.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';
import { asHtml } from '../mail/as-html.ts';
import { messageIdOf } from '../mail/message-id.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { providerName } from '../settings/report-settings.ts';
import type { OneTimeLinks } from '../user-access/one-time-links.ts';

export type ClientLinkParts = Pick<CommonParts, 'systemConfig' | 'trail'> & {
  links: Pick<OneTimeLinks, 'create' | 'takeTurn' | 'endTurn'>;
  mail: MailTransport;
  publicOrigin: string;
  /** The provider's name by the installation's settings. */
  organizationName: string | null;
};

type Purpose = {
  minutes: number;
  /** Whoever invites them; null where they asked for the link themselves. */
  invitedBy: string | null;
};

const signInPage = '/client/sign-in';

type Words = { subject: string; paragraphs: readonly string[]; url: string; after: string };

function wordsOf(
  tenant: TenantRecord,
  provider: string | null,
  url: string,
  expiresAt: string,
  isInvited: boolean,
): Words {
  const who = provider ?? 'Your IT provider';
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const after = `The link works once, until ${until}. Do not pass it on: whoever opens it is taken for you.`;
  if (!isInvited) {
    const asked = `You asked for a link to the client room of ${tenant.displayName}. If you did not, do nothing: nobody gets in without it.`;
    return { subject: `Your link to the client room of ${tenant.displayName}`, paragraphs: [asked], url, after };
  }
  // Whoever of the staff it was stands in the trail.
  const invited = `${who} invites you to the client room of ${tenant.displayName}: how its Microsoft 365 is protected, what was done, and what is yours to decide.`;
  return {
    subject: `${who} invites you to the client room of ${tenant.displayName}`,
    paragraphs: [invited],
    url,
    after,
  };
}

const asText = ({ paragraphs, url, after }: Words, later: string): string =>
  `${[...paragraphs, `Open your room: ${url}`, after, later].join('\n\n')}\n`;

const asMarkup = ({ paragraphs, url, after }: Words, later: string): string =>
  [
    ...paragraphs.map((one) => `<p>${asHtml(one)}</p>`),
    `<p><a href="${asHtml(url)}">Open your room</a></p>`,
    `<p>${asHtml(after)}</p><p>${asHtml(later)}</p>`,
  ].join('');

/**
 * Makes a one-time link into the room and mails it to the address of the contact alone: nobody of the staff ever sees it, so that what is
 * done by it is the client's. Earlier links of theirs end, but for an invitation where they ask for one; asked again at once, nothing is
 * sent, as the first one is on its way. It is in the trail of the tenant, without the link.
 * @returns why it was not sent, as a sentence; null where the mail server took it
 */
export async function mailClientLink(
  { links, mail, trail, systemConfig, publicOrigin, organizationName }: ClientLinkParts,
  tenant: TenantRecord,
  client: Pick<UserRecord, 'id' | 'username' | 'email'>,
  { minutes, invitedBy }: Purpose,
): Promise<string | null> {
  const { id: tenantId } = tenant;
  const record = (eventType: 'client_link_sent' | 'client_link_not_sent', details: Record<string, string>) =>
    trail.record({ eventType, user: invitedBy ?? client.username, target: client.username, tenantId, details });
  const because = client.email === null ? 'They have no mail address.' : await mail.unavailable();
  if (because !== null || client.email === null) {
    await record('client_link_not_sent', { because: because ?? '' });
    return because;
  }
  const kind = invitedBy === null ? 'asked' : 'invited';
  if (!(await links.takeTurn(client.id, kind))) return null;
  const { token, expiresAt } = await links.create(client.id, minutes, { leavesLonger: kind === 'asked' });
  const provider = await providerName(systemConfig, organizationName);
  // After '#' it is sent to no server, and so stands in no log.
  const words = wordsOf(tenant, provider, `${publicOrigin}/client/link#${token}`, expiresAt, invitedBy !== null);
  const later = `From then on sign in with Microsoft, or ask for a new link: ${publicOrigin}${signInPage}`;
  const outcome = await mail.send({
    messageId: messageIdOf('client-link', [client.id, expiresAt, token], publicOrigin),
    to: [client.email],
    subject: cleanText(words.subject, 200),
    text: asText(words, later),
    html: asMarkup(words, later),
    isConfidential: true,
  });
  if (outcome.kind === 'delivered') {
    await record('client_link_sent', { expiresAt });
    return null;
  }
  await links.endTurn(client.id, kind);
  await record('client_link_not_sent', { because: outcome.reason });
  return outcome.reason;
}
