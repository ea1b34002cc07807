import { createAppTokens } from '../adapters/graph/app-tokens.ts';
import { credentialFingerprint } from '../adapters/graph/client-credential.ts';
import { microsoftItself, type Upstream } from '../adapters/graph/upstream.ts';
import { graphAttachmentBytes, graphMail } from '../adapters/mail/graph-mail.ts';
import { smtpMail } from '../adapters/mail/smtp-mail.ts';
import type { Config } from '../config.ts';
import { createConfiguredMail } from '../domain/mail/configured-mail.ts';
import type { Clock } from '../ports/clock.ts';
import type { MailSenders } from '../ports/mail.ts';
import type { Log } from '../ports/telemetry.ts';
import type { Vault } from '../ports/vault.ts';
import type { Stores } from '../store/stores.ts';

type Parts = {
  config: Config;
  stores: Stores;
  vault: Vault;
  simulator: { upstream: Upstream };
  clock: Clock;
  log: Log;
};

/** What a token is asked for: SMTP of Exchange Online (SMTP.SendAsApp), and Microsoft Graph. */
const scopes = {
  smtp: ['https://outlook.office365.com/.default'],
  graph: ['https://graph.microsoft.com/.default'],
} as const;

/** Tokens by client credentials, from MSAL's memory while the registration stays the same. */
function tokensBy(upstream: Upstream): MailSenders['token'] {
  const known = new Map<string, ReturnType<typeof createAppTokens>>();
  return (entraTenantId, app, resource) => {
    const key = `${entraTenantId} ${resource} ${credentialFingerprint(app)}`;
    const tokens = known.get(key) ?? createAppTokens(entraTenantId, app, upstream, scopes[resource]);
    if (!known.has(key)) known.clear();
    known.set(key, tokens);
    return tokens.get({ skipCache: false });
  };
}

/** The mailbox of this installation: by SMTP, or by the same Microsoft Graph that live tenants are read by. */
export function composeMail({ config, stores, vault, simulator, clock, log }: Parts) {
  const upstream = config.microsoft.isSimulated ? simulator.upstream : microsoftItself;
  const senders: MailSenders = {
    smtp: smtpMail({ clock, mayBePrivate: config.mailServerMayBePrivate }),
    graph: graphMail({ upstream, clock }),
    token: tokensBy(upstream),
  };
  const { systemConfig } = stores;
  return createConfiguredMail({ systemConfig, vault, senders, graphAttachmentBytes, clock, log });
}
