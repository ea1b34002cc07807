import type { BimiResult } from './bimi.ts';
import type { DkimResult } from './dkim/check-dkim.ts';
import type { DmarcResult } from './dmarc/check-dmarc.ts';
import type { DnssecResult } from './dnssec.ts';
import type { MtaStsResult } from './mta-sts.ts';
import type { MxResult } from './mx.ts';
import type { Sending } from './sending.ts';
import type { SpfResult } from './spf/spf-result.ts';
import type { TlsRptResult } from './tls-rpt.ts';

export type MailArea = 'domain' | 'spf' | 'dkim' | 'dmarc' | 'mx' | 'mtaSts' | 'tlsRpt' | 'bimi' | 'dnssec' | 'dane';

/**
 * What to publish: a DNS record, `value` whole and without quotation marks, of several at one name line by line, or a file,
 * its address as `name`.
 */
export type MailRecord = { name: string; type: 'TXT' | 'MX' | 'CNAME' | 'FILE'; value: string };

export type MailStage = {
  /** The whole value for the time being. */
  value: string;
  /** When it is right. */
  when: string;
};

/** What has to stand at one DNS name: one value, and the way to it. Nothing else proposes a value for that name. */
export type MailTarget = {
  area: MailArea;
  name: string;
  type: MailRecord['type'];
  /** What stands there now, where the engine keeps it. */
  current: string[];
  /** The whole record set, its records line by line; null: not known from here, `note` says where it is read. */
  value: string | null;
  /** The way to it in order, the last step the value itself; empty: publish it now. */
  stages: MailStage[];
  note: string | null;
};

export type MailIssue = {
  code: string;
  area: MailArea;
  /** error: mail is lost or can be forged; warning: weak, or could not be checked; info: worth knowing. */
  severity: 'error' | 'warning' | 'info';
  /** How often it was seen: a code stands once. */
  count: number;
  message: string;
  recommendation: string;
  /** The targets that mend it, where their values are known. */
  publish: MailRecord[];
};

/** What the checks found, before it is judged. */
export type MailFacts = {
  domain: string;
  /** The mailbox service, from MX and else from SPF; null where the table knows none. */
  provider: string | null;
  /** A filter that mail passes on its way in. */
  gateway: string | null;
  /** Services that SPF lets send in the domain's name. */
  senders: string[];
  /** Whether it sends mail, where it has no MX host. */
  sending: Sending;
  /** A null MX, neither MX nor address, or its owner said so: the domain takes no mail. */
  takesNoMail: boolean;
  /** It sends no mail: its owner said so, or its records do. */
  parked: boolean;
  spf: SpfResult;
  dmarc: DmarcResult;
  dkim: DkimResult;
  mx: MxResult;
  mtaSts: MtaStsResult;
  tlsRpt: TlsRptResult;
  bimi: BimiResult;
  dnssec: DnssecResult;
};

/** `earned`: 0 to `weight`; null where the area could not be checked or does not apply, and so does not count. */
export type ScorePart = { area: MailArea; weight: number; earned: number | null };

export type MailFlowResult = MailFacts & {
  /** What to publish: one target for each name and type. */
  targets: MailTarget[];
  status: 'pass' | 'warn' | 'fail';
  /** 0 to 100, of what could be checked; null where nothing could. */
  score: number | null;
  scoreParts: ScorePart[];
  issues: MailIssue[];
  /** Codes of the issues. */
  warnings: string[];
  recommendations: string[];
  checkedAt: string;
};
