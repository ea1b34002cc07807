import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './certificates.ts';

/** A mail as it arrived: its envelope, and what a reader of mail makes of its bytes. */
type ArrivedMail = {
  from: string;
  to: string[];
  mail: ParsedMail;
  raw: string;
  auth: SMTPServerAuthentication | null;
};

type Options = {
  /** From the first byte on, in place of STARTTLS. */
  isTls?: boolean;
  /** No STARTTLS is offered. */
  withoutTls?: boolean;
  /** The name in its certificate. */
  name?: string;
  user?: string;
  password?: string;
  accessToken?: string;
  /** Whether a token of XOAUTH2 is taken, where it is not one that is known before. */
  takesToken?(token: string): boolean;
  /** What is answered to a recipient in place of 250; null: it is taken. */
  refuses?(address: string): { code: number; text: string } | null;
  /** What is answered to a mail once it has come whole. */
  refusesMail?(): { code: number; text: string } | null;
};

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server on this machine (smtp-server), whose mails mailparser reads. */
export async function startMailServer(options: Options = {}) {
  const { name = 'Tenantry' } = options;
  const { privateKey, certificate } = await makeCertificate({ name });
  const arrived: ArrivedMail[] = [];
  const sessions = new Map<string, SMTPServerAuthentication>();
  const connections: string[] = [];
  const { user, password, accessToken, takesToken, refuses, refusesMail } = options;
  const settings: SMTPServerOptions = {
    key: privateKey,
    cert: certificate,
    secure: options.isTls === true,
    disabledCommands: options.withoutTls ? ['STARTTLS'] : [],
    authOptional: user === undefined,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    size: 40_000_000,
    logger: false,
    onConnect(session, callback) {
      connections.push(session.remoteAddress);
      callback();
    },
    onAuth(auth, session, callback) {
      const isRight =
        auth.username === user &&
        (auth.method === 'XOAUTH2'
          ? (takesToken?.(auth.accessToken ?? '') ?? auth.accessToken === accessToken)
          : auth.password === password);
      if (!isRight) return callback(refusal({ code: 535, text: '5.7.3 Authentication unsuccessful' }));
      sessions.set(session.id, auth);
      callback(null, { user });
    },
    onRcptTo({ address }, _session, callback) {
      const because = refuses?.(address) ?? null;
      callback(because === null ? null : refusal(because));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const because = refusesMail?.() ?? null;
        if (because !== null) return callback(refusal(because));
        const bytes = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          mail: await simpleParser(bytes),
          raw: bytes.toString('utf8'),
          auth: sessions.get(session.id) ?? null,
        });
        callback(null, 'Queued as 1234');
      });
    },
  };
  const server = new SMTPServer(settings);
  // A client that does not trust the certificate breaks off: that is the client's to tell.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return {
    port: address.port,
    certificate,
    arrived,
    connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The addresses of a header, whichever of mailparser's two forms it has. */
export const addressesIn = (header: AddressObject | AddressObject[] | undefined): string[] =>
  [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''));
