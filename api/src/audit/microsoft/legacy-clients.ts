/** Names of legacy clients in the sign-in log (learn.microsoft.com, "Block legacy authentication"). */
export const legacyClientNames = [
  'Authenticated SMTP',
  'AutoDiscover',
  'Autodiscover',
  'Exchange ActiveSync',
  'Exchange Online PowerShell',
  'Exchange Web Services',
  'IMAP4',
  'MAPI Over HTTP',
  'Offline Address Book',
  'Other clients',
  'Outlook Anywhere (RPC over HTTP)',
  'POP3',
  'Reporting Web Services',
] as const;

/** Those, the short names of Graph's documentation of signIn.clientAppUsed, and the mail app of Windows 10. */
const legacy = new Set<string>(
  [...legacyClientNames, 'IMAP', 'MAPI', 'POP', 'SMTP', 'Universal Outlook'].map((name) => name.toLowerCase()),
);
const modern = new Set(['browser', 'mobile apps and desktop clients', 'modern clients']);

/** What a client of the sign-in log is. The log adds what is meant to some names: "Other clients; IMAP", "Exchange ActiveSync (supported)". */
export function kindOfClient(name: string | null): 'legacy' | 'modern' | 'untold' {
  const client = (name ?? '').trim().toLowerCase();
  if (modern.has(client)) return 'modern';
  return legacy.has(client) || /^(other clients;|exchange activesync \()/.test(client) ? 'legacy' : 'untold';
}

/** SMTP AUTH, as the log and Graph's documentation of signIn.clientAppUsed name it. */
export const isSmtpAuth = (client: string): boolean =>
  ['authenticated smtp', 'smtp'].includes(client.trim().toLowerCase());
