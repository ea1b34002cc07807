import type { CloudName } from '@tenantry/contract/clouds';
import type { Facts } from '../../audit/facts/facts.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import type { FindingCondition } from '../../audit/findings/finding-condition.ts';
import type { FindingVerdict } from '../../audit/findings/is-finding.ts';
import type { Declarations } from '../../audit/snapshot/snapshot-declarations.ts';

/** The organization that was audited, as its directory says. */
export type AuditedTenant = {
  /** Its directory id. */
  id: string;
  name: string;
  /** Its default domain. */
  domain: string;
  /** By the simulator in Microsoft's place. */
  isSimulated: boolean;
};

/**
 * `new`: the baseline does not have it, or it goes beyond what the baseline has; without a baseline every finding is. `known`: it
 * is in the baseline. `accepted`: somebody accepted the risk, and it is no more than was accepted.
 */
type FindingStanding = 'new' | 'known' | 'accepted';

export type AuditFinding = {
  verdict: FindingVerdict;
  /** What is wrong, in a few words; the verdict's title names the good state. */
  title: string;
  /** The same from audit to audit, whatever of its texts or people changes: made of tenant and check. */
  fingerprint: string;
  /** Changes where the finding does: whom it concerns, and the settings that were seen. */
  conditionFingerprint: string;
  condition: FindingCondition;
  standing: FindingStanding;
  /** Of a new finding whose check the baseline has, or whose risk was accepted: what goes beyond that. */
  because: string | null;
  /** There while the standing is `accepted`. */
  acceptance: { reason: string; acceptedBy: string | null; until: string | null } | null;
};

/** Everything that the files of one audit are made of. With `--redact` all of it is redacted already. */
export type AuditResult = {
  tenant: AuditedTenant;
  /** Microsoft's cloud that it was read from. */
  cloud: CloudName;
  /** When it was taken: ages count against this instant. */
  takenAt: string;
  /** `home`: the web address of the repository that the tool was checked out from, where that is known: articles are linked there. */
  tool: { version: string; commit: string | null; home?: string | null };
  isRedacted: boolean;
  /** An application reads by its own permissions, an account by those that both it and the application have. */
  signedInAs: 'application' | 'account';
  /** Where an administrator grants the application what it lacks; never in a redacted one. */
  grantUrl?: string | null;
  facts: Facts;
  declarations: Declarations;
  outcome: AuditOutcome;
  /** In the order of urgency. */
  findings: AuditFinding[];
  /** Null without one. `resolved`: checks that were findings there and pass now. */
  baseline: { file: string; takenAt: string | null; resolved: { checkId: string; title: string }[] } | null;
};

/** One file of an audit. */
export type AuditFile = { name: string; content: string | Uint8Array };
