import type { DkimSelector } from '../../mailflow/dkim/check-dkim.ts';
import type { DmarcResult } from '../../mailflow/dmarc/check-dmarc.ts';
import type { MailIssue } from '../../mailflow/mail-flow-result.ts';
import type { MtaStsResult } from '../../mailflow/mta-sts.ts';
import type { MxResult } from '../../mailflow/mx.ts';
import type { SpfResult } from '../../mailflow/spf/spf-result.ts';

/** One DKIM key. `cutOff`: the source of a snapshot shows a record, but not the whole key. */
export type DkimReading = Pick<DkimSelector, 'keyType' | 'keyBits' | 'testing' | 'problems'> & {
  /** Empty where a snapshot does not say. */
  selector: string;
  state: DkimSelector['state'] | 'cutOff';
};

/** Whether mail to the domain has to come encrypted, and how bad the mail engine finds what is wrong with it; null: nothing. */
export type MtaStsReading = Pick<MtaStsResult, 'state'> & {
  mode: 'enforce' | 'testing' | 'none' | null;
  worst: MailIssue['severity'] | null;
};

/** What the mail engine (api/src/mailflow) reads out of the records of one domain. Null: not asked for. */
export type MailReading = {
  spf: Omit<SpfResult, 'tree'> | null;
  /** What a wildcard gives every name below the domain that is not listed; absent where there is none, or nobody asked. */
  spfBelow?: Omit<SpfResult, 'tree'>;
  dmarc: DmarcResult | null;
  /** Of the selectors of Microsoft 365. */
  dkim: DkimReading[] | null;
  /** Of the other services that send for it, and of a wildcard (`*`); absent where there is none, or nobody asked. */
  otherKeys?: DkimReading[];
  mx: MxResult | null;
  /** Read by scans alone; absent where nobody asked. */
  mtaSts?: MtaStsReading;
};
