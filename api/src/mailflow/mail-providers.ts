import { isWithin } from './domain-name.ts';

export type MailProvider = {
  id: string;
  name: string;
  /** mailbox: mail ends there; gateway: mail passes through; sender: sends in the domain's name only. */
  kind: 'mailbox' | 'gateway' | 'sender';
  /** Parents of its MX hosts, and of the names that its customers include in SPF. */
  mx: readonly string[];
  spf: readonly string[];
  /** DKIM selectors that are the same for all its customers. */
  selectors: readonly string[];
};

function provider(
  kind: MailProvider['kind'],
  id: string,
  name: string,
  names: { mx?: string[]; spf?: string[]; selectors?: string[] },
): MailProvider {
  return { kind, id, name, mx: names.mx ?? [], spf: names.spf ?? [], selectors: names.selectors ?? [] };
}

export const microsoft365: MailProvider = provider('mailbox', 'microsoft365', 'Microsoft 365', {
  mx: [
    'mail.protection.outlook.com',
    'mx.microsoft',
    'mail.eo.outlook.com',
    'mail.protection.office365.us',
    'mail.protection.partner.outlook.cn',
  ],
  spf: ['spf.protection.outlook.com', 'spf.protection.office365.us', 'spf.protection.partner.outlook.cn'],
  selectors: ['selector1', 'selector2'],
});

/** From the public set-up pages of each service; docs/mail-flow.md says how the table is kept. */
export const mailProviders: readonly MailProvider[] = [
  microsoft365,
  provider('mailbox', 'google', 'Google Workspace', {
    mx: ['aspmx.l.google.com', 'l.google.com', 'googlemail.com', 'smtp.google.com'],
    spf: ['_spf.google.com'],
    selectors: ['google'],
  }),
  provider('mailbox', 'zoho', 'Zoho Mail', {
    mx: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohocloud.ca'],
    spf: ['zoho.com', 'zohomail.com', 'zoho.eu'],
    selectors: ['zoho', 'zmail'],
  }),
  provider('mailbox', 'proton', 'Proton Mail', {
    mx: ['protonmail.ch'],
    spf: ['_spf.protonmail.ch'],
    selectors: ['protonmail', 'protonmail2', 'protonmail3'],
  }),
  provider('mailbox', 'fastmail', 'Fastmail', {
    mx: ['messagingengine.com'],
    spf: ['spf.messagingengine.com'],
    selectors: ['fm1', 'fm2', 'fm3'],
  }),
  provider('mailbox', 'icloud', 'iCloud Mail', { mx: ['mail.icloud.com'], spf: ['icloud.com'], selectors: ['sig1'] }),
  provider('mailbox', 'ionos', 'IONOS', {
    mx: ['ionos.com', 'ionos.de', 'ionos.co.uk', 'kundenserver.de'],
    spf: ['_spf.perfora.net', '_spf.kundenserver.de', '_spf-eu.ionos.com', '_spf-us.ionos.com'],
    selectors: ['s1-ionos', 's2-ionos'],
  }),
  provider('mailbox', 'yandex', 'Yandex 360', { mx: ['mx.yandex.net'], spf: ['_spf.yandex.net'], selectors: ['mail'] }),
  provider('gateway', 'mimecast', 'Mimecast', {
    mx: ['mimecast.com', 'mimecast-offshore.com', 'mimecast.co.za'],
    spf: ['mimecast.com'],
  }),
  provider('gateway', 'proofpoint', 'Proofpoint', {
    mx: ['pphosted.com', 'ppe-hosted.com', 'gpphosted.com'],
    spf: ['pphosted.com', 'ppe-hosted.com'],
  }),
  provider('gateway', 'barracuda', 'Barracuda', {
    mx: ['barracudanetworks.com', 'cudamail.com'],
    spf: ['barracudanetworks.com'],
  }),
  provider('gateway', 'cisco', 'Cisco Secure Email', { mx: ['iphmx.com'], spf: ['iphmx.com'] }),
  provider('gateway', 'broadcom', 'Symantec Email Security', { mx: ['messagelabs.com'], spf: ['messagelabs.com'] }),
  provider('gateway', 'sophos', 'Sophos Email', {
    mx: ['hydra.sophos.com', 'sophos.com', 'reflexion.net'],
    spf: ['sophos.com', 'reflexion.net'],
  }),
  provider('gateway', 'hornetsecurity', 'Hornetsecurity', {
    mx: ['hornetsecurity.com', 'antispameurope.com', 'hornetsecurity.ca'],
    spf: ['hornetsecurity.com', 'antispameurope.com'],
  }),
  provider('gateway', 'trendmicro', 'Trend Micro Email Security', {
    mx: ['tmes.trendmicro.com', 'tmes.trendmicro.eu'],
    spf: ['tmes.trendmicro.com', 'tmes.trendmicro.eu'],
  }),
  provider('gateway', 'forcepoint', 'Forcepoint', { mx: ['mailcontrol.com'], spf: ['mailcontrol.com'] }),
  provider('gateway', 'fortinet', 'FortiMail Cloud', { mx: ['fortimailcloud.com', 'fortimail.com'] }),
  provider('gateway', 'spamexperts', 'N-able Mail Assure', {
    mx: ['antispamcloud.com', 'spamexperts.com', 'spamexperts.eu', 'mtaroutes.com'],
    spf: ['antispamcloud.com', 'spamexperts.com'],
  }),
  provider('gateway', 'cloudflare', 'Cloudflare Email Routing', {
    mx: ['mx.cloudflare.net'],
    spf: ['_spf.mx.cloudflare.net'],
    selectors: ['cf2024-1'],
  }),
  provider('gateway', 'appriver', 'AppRiver', { mx: ['arsmtp.com'], spf: ['arsmtp.com'] }),
  provider('sender', 'amazonses', 'Amazon SES', { spf: ['amazonses.com'] }),
  provider('sender', 'brevo', 'Brevo', {
    spf: ['spf.brevo.com', 'spf.sendinblue.com'],
    selectors: ['brevo1', 'brevo2', 'mail'],
  }),
  provider('sender', 'constantcontact', 'Constant Contact', {
    spf: ['spf.constantcontact.com'],
    selectors: ['ctct1', 'ctct2'],
  }),
  provider('sender', 'mailchimp', 'Mailchimp', { spf: ['servers.mcsv.net'], selectors: ['k1', 'k2', 'k3'] }),
  provider('sender', 'mailgun', 'Mailgun', { spf: ['mailgun.org'], selectors: ['k1', 'mailo', 'pic', 'mx', 'smtp'] }),
  provider('sender', 'mailjet', 'Mailjet', { spf: ['spf.mailjet.com'], selectors: ['mailjet'] }),
  provider('sender', 'mandrill', 'Mandrill', { spf: ['spf.mandrillapp.com'], selectors: ['mandrill', 'mte1', 'mte2'] }),
  provider('sender', 'postmark', 'Postmark', { spf: ['spf.mtasv.net'] }),
  provider('sender', 'salesforce', 'Salesforce', { spf: ['_spf.salesforce.com'] }),
  provider('sender', 'sendgrid', 'SendGrid', { spf: ['sendgrid.net'], selectors: ['s1', 's2', 'smtpapi'] }),
  provider('sender', 'zendesk', 'Zendesk', { spf: ['mail.zendesk.com'], selectors: ['zendesk1', 'zendesk2'] }),
];

const matches = (name: string, parents: readonly string[]): boolean => parents.some((parent) => isWithin(name, parent));

/** The service that an MX host belongs to; null where the table does not know it. */
export function providerOfMx(host: string): MailProvider | null {
  return mailProviders.find(({ mx }) => matches(host, mx)) ?? null;
}

/** The service that a name included in SPF belongs to. */
export function providerOfInclude(name: string): MailProvider | null {
  return mailProviders.find(({ spf }) => matches(name, spf)) ?? null;
}
