import { isIP } from 'node:net';
import { truncate } from '@tenantry/contract/text';
import { createTransport } from 'nodemailer';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryOutcome, Mail, MailFrom, MailSenders, SmtpServer } from '../../ports/mail.ts';
import { mailMessage } from './mail-message.ts';
import { refusedBecause } from './refused-text.ts';
import { ForbiddenServerError, type LookUp, serverAddress } from './server-address.ts';

export type SmtpOptions = {
  clock: Clock;
  /** Whether a server in one's own network, or on this machine, may be named. */
  mayBePrivate: boolean;
  /** Certificate authorities in place of Node's. */
  ca?: string;
  lookUp?: LookUp;
  timeoutMs?: number;
};

const told = (text: string): string => truncate(text.replace(/\s+/g, ' ').trim(), 300);

/** What nodemailer throws and tells, as far as it is looked at. */
type SmtpFailure = { code?: string; responseCode?: number; response?: string; message?: string };

/** Refusals of the sign-in and of TLS: nothing is wrong with the mail, and it goes once an administrator has mended them. */
const ofInstallation: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS']);

/**
 * What a failure means. A reply 4yz is for now, 5yz for good (RFC 5321, 4.2.1); without a reply the network failed, which passes. A
 * sign-in that is refused (535) is no verdict on the mail: it waits, as Postfix has it (smtp_sasl_auth_soft_bounce).
 */
export function smtpFailure(failure: SmtpFailure): DeliveryOutcome {
  const { code = '', responseCode = 0, response = '', message = '' } = failure;
  const reason = told(response === '' ? message : response) || 'The mail server gave no reason.';
  const isPermanent = responseCode >= 500 && responseCode < 600 && !ofInstallation.has(code);
  const isUnanswered = responseCode === 0 && !ofInstallation.has(code);
  return { kind: 'failed', reason, isPermanent, ...(isUnanswered ? { isUnanswered } : {}) };
}

async function authOf({ auth }: SmtpServer) {
  if (auth.kind === 'none') return {};
  if (auth.kind === 'password') return { auth: { user: auth.user, pass: auth.password } };
  return { auth: { type: 'OAuth2' as const, user: auth.user, accessToken: await auth.token() } };
}

const failed = (reason: string, isPermanent: boolean): DeliveryOutcome => ({ kind: 'failed', reason, isPermanent });

type Sent = { accepted?: unknown[]; rejected?: unknown[]; response?: string };

/** Of several recipients some may be refused. The others have it, so that it is not sent again. */
function outcomeOf({ rejected = [], response = '' }: Sent): DeliveryOutcome {
  if (rejected.length === 0) return { kind: 'delivered', reference: told(response) };
  return failed(`The server took the mail, and refused it for ${rejected.map(String).join(', ')}.`, true);
}

async function send(options: SmtpOptions, server: SmtpServer, from: MailFrom, mail: Mail): Promise<DeliveryOutcome> {
  const { clock, mayBePrivate, ca, lookUp, timeoutMs = 30_000 } = options;
  const { host, port, security } = server;
  const address = await serverAddress(host, mayBePrivate, lookUp);
  const bare = host.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    tls: {
      minVersion: 'TLSv1.2',
      // The certificate is held against the name that was asked for, not against its address.
      ...(isIP(bare) === 0 ? { servername: host } : { host: bare }),
      ...(ca === undefined ? {} : { ca }),
    },
    name: from.address.slice(from.address.lastIndexOf('@') + 1),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(await authOf(server)),
  });
  try {
    const raw = await mailMessage(from, mail, clock.now());
    return outcomeOf(await transport.sendMail({ envelope: { from: from.address, to: [...mail.to] }, raw }));
  } finally {
    transport.close();
  }
}

/** Sends a mail by an SMTP server (RFC 5321, 8314), a connection each. Without TLS nothing is sent, and no sign-in either. */
export function smtpMail(options: SmtpOptions): MailSenders['smtp'] {
  return async (server, from, mail) => {
    const because = refusedBecause(from, mail);
    if (because !== null) return failed(`The mail was not sent: ${because}.`, true);
    try {
      return await send(options, server, from, mail);
    } catch (error) {
      if (error instanceof ForbiddenServerError) return failed(`${error.message}.`, true);
      return smtpFailure(error instanceof Error ? error : { message: String(error) });
    }
  };
}
