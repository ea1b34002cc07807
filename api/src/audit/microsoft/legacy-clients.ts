/**
 * Names of legacy clients in the sign-in log, which is asked for each of them: those of Microsoft's page "Block legacy
 * authentication", those of Graph's signIn.clientAppUsed, and the longer ones that the log writes for the same clients. No more than 24
 * fit into a filter: services of OData refuse one of more than a hundred nodes, of which each comparison takes four.
 */
export const legacyClientNames = [
  'Authenticated SMTP',
  'AutoDiscover',
  'Autodiscover',
  'Exchange ActiveSync',
  'Exchange ActiveSync (supported)',
  'Exchange Online PowerShell',
  'Exchange Web Services',
  'IMAP',
  'IMAP4',
  'MAPI',
  'MAPI Over HTTP',
  'Offline Address Book',
  'Other clients',
  'Other clients; IMAP',
  'Other clients; MAPI',
  'Other clients; Older Office clients',
  'Other clients; POP',
  'Other clients; SMTP',
  'Outlook Anywhere (RPC over HTTP)',
  'POP',
  'POP3',
  'Reporting Web Services',
  'SMTP',
  'Universal Outlook',
] as const;

const legacy = new Set<string>(legacyClientNames.map((name) => name.toLowerCase()));
const modern = new Set(['browser', 'mobile apps and desktop clients', 'modern clients']);

/** What a client of the sign-in log is. The log adds what is meant to some names: "Other clients; IMAP", "Exchange ActiveSync (supported)". */
export function kindOfClient(name: string | null): 'legacy' | 'modern' | 'untold' {
  const client = (name ?? '').trim().toLowerCase();
  if (modern.has(client)) return 'modern';
  return legacy.has(client) || /^(other clients;|exchange activesync \()/.test(client) ? 'legacy' : 'untold';
}

/** SMTP AUTH, as the log and Graph's documentation of signIn.clientAppUsed name it. */
export const isSmtpAuth = (client: string): boolean =>
  ['authenticated smtp', 'other clients; smtp', 'smtp'].includes(client.trim().toLowerCase());
