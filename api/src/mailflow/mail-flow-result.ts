import type { BimiResult } from './bimi.ts';
import type { DkimResult } from './dkim/check-dkim.ts';
import type { DmarcResult } from './dmarc/check-dmarc.ts';
import type { DnssecResult } from './dnssec.ts';
import type { MtaStsResult } from './mta-sts.ts';
import type { MxResult } from './mx.ts';
import type { SpfResult } from './spf/spf-result.ts';
import type { TlsRptResult } from './tls-rpt.ts';

export type MailArea = 'domain' | 'spf' | 'dkim' | 'dmarc' | 'mx' | 'mtaSts' | 'tlsRpt' | 'bimi' | 'dnssec' | 'dane';

/** What to publish: a DNS record, `value` whole and without quotation marks, or a file, its address as `name`. */
export type MailRecord = { name: string; type: 'TXT' | 'MX' | 'CNAME' | 'FILE'; value: string };

export type MailIssue = {
  code: string;
  area: MailArea;
  /** error: mail is lost or can be forged; warning: weak, or could not be checked; info: worth knowing. */
  severity: 'error' | 'warning' | 'info';
  /** How often it was seen: a code stands once. */
  count: number;
  message: string;
  recommendation: string;
  /** What to publish; where a part in capitals between < and > stands in a value, the recommendation says what it is. */
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
  /** A null MX, or neither MX nor address: the domain takes no mail. */
  takesNoMail: boolean;
  /** It takes no mail, and SPF allows nobody to send in its name. */
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
