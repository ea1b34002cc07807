import type { NotCovered } from '@tenantry/contract/not-covered';
import type {
  Affected,
  Category,
  Evidence,
  OptionalFeature,
  Population,
  Severity,
  VerdictStatus,
} from '@tenantry/contract/verdicts';
import { maxAffectedListed } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import type { CappedList } from '../../facts/account-facts.ts';
import type { DatasetName } from '../../facts/datasets.ts';
import type { Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { Endangers } from './endangers.ts';

/** What the customer declared as intended, by policy id (`MS.AAD.3.2v2`) or check id. */
export type Exemption = {
  users: readonly string[];
  groups: readonly string[];
  applications: readonly string[];
  guestUserTypes: readonly string[];
  roleUsers: readonly string[];
  roleGroups: readonly string[];
  /** Domains to which mail may be forwarded; `*` is all. */
  allowedForwardingDomains: readonly string[];
  /** Addresses of people whom nobody should pass for. */
  sensitiveUsers: readonly string[];
  /** Domains of others for which nobody should pass. */
  partnerDomains: readonly string[];
};
export type Exemptions = Readonly<Record<string, Exemption>>;

export type CheckContext = {
  now: Date;
  exemption: Exemption;
  /** Nobody reads more than the status: what takes long to say may be left out. */
  isStatusEnough?: boolean;
};

/** What a check answers: a verdict without what stands on the check itself. */
export type CheckVerdict = {
  status: VerdictStatus;
  message: string;
  evidence: Evidence[];
  affected: Affected[];
  /** The whole number where more are affected than listed. */
  affectedCount?: number;
  /** Of a failure or warning that is about objects one by one: how many there are. */
  population?: Population;
  /** Whom and what the verdict leaves out, as declared or as Microsoft advises: what is said is not said of them. */
  excluded?: string[];
  /** Instead of the check's own recommendation. */
  recommendation?: string;
  /** The license that the tenant does not have and that the remedy needs: verdicts that need the same one count as one. */
  needsLicense?: string;
  /** The feature that the tenant goes without and that would tell: the verdict is no part of the coverage. */
  needsFeature?: OptionalFeature;
  /** A sign-in that gets past, of a failure or warning of Conditional Access. */
  witness?: Witness;
  /** Says, where it is asked, why policies that come near do not cover what the check asks for; null where none does. */
  explain?: (declarations: Declarations) => NotCovered | null;
};

/** The accounts that are declared as intended exclusions, by id, and what the check would say if others were too. */
export type Declarations = {
  users: readonly string[];
  statusIf(others: readonly string[]): VerdictStatus;
};

/** The controls that a check speaks for, by the ids of their publishers. */
export type CheckFrameworks = {
  /** Policies of CISA SCuBA, recommendations of CIS and checks of Prowler that this check decides. */
  scuba?: readonly string[];
  cis?: readonly string[];
  prowler?: readonly string[];
  /** Subcategories of the NIST CSF and controls of ISO 27001, Annex A, that it supports: Tenantry's own mapping. */
  nist?: readonly string[];
  iso?: readonly string[];
};

export type Check = {
  id: string;
  /** The good state, in a few words. */
  title: string;
  /**
   * What is wrong, in a few words: the title of the finding. It holds for a failure and for a warning: "not ensured" and
   * "not reliably" also cover policies with exclusions, in report-only mode, or with gaps that could not be ruled out.
   * "Policies …" stands where something other than Conditional Access may give the protection all the same.
   */
  findingTitle: string;
  category: Category;
  /** What the check weighs in the score goes by this (score.ts). */
  severity: Severity;
  /** Who or what comes to harm by it: within a severity, findings are shown in this order (urgency.ts). */
  endangers: Endangers;
  /** The same of a warning, where that is less: what is only suspected stands behind what is known. */
  warningEndangers?: Endangers;
  frameworks: CheckFrameworks;
  /** Without these there is no pass, except from `standIn`. */
  datasets: readonly DatasetName[];
  /** What says something of the same where `datasets` were not read; verdicts from it say so. */
  standIn?: readonly DatasetName[];
  /** Read where they were collected, to name things or to see more. */
  helpful?: readonly DatasetName[];
  recommendation: string;
  /** What can happen while this is not so: for the impact of a finding. */
  impact: string;
  evaluate(facts: Facts, context: CheckContext): CheckVerdict;
  /**
   * Of a check on Conditional Access: whether one policy, as Microsoft Graph has it, that applies to a sign-in does for it what is
   * asked.
   */
  protects?(policy: JsonObject, signIn: Witness): boolean;
  /** Of such a check, usual sign-ins that it is about: where it passes, all of them are covered. */
  sample?(facts: Facts, context: CheckContext): Witness[];
};

const referencePrefixes: Readonly<Record<string, string>> = { scuba: '', cis: 'CIS ', prowler: 'prowler:' };

/** The publishers' own ids of what a check decides, as verdicts and exemptions name them. */
export function referencesOf({ frameworks }: Pick<Check, 'frameworks'>): string[] {
  return Object.entries(frameworks).flatMap(([publisher, ids]) => {
    const prefix = referencePrefixes[publisher];
    return prefix === undefined ? [] : ids.map((id) => `${prefix}${id}`);
  });
}

export const noExemption: Exemption = {
  users: [],
  groups: [],
  applications: [],
  guestUserTypes: [],
  roleUsers: [],
  roleGroups: [],
  allowedForwardingDomains: [],
  sensitiveUsers: [],
  partnerDomains: [],
};

export function verdict(
  status: VerdictStatus,
  message: string,
  evidence: Evidence[] = [],
  affected: Affected[] = [],
): CheckVerdict {
  return { status, message, evidence, affected };
}

export function evidenceFrom(dataset: DatasetName, observed: string, objectId?: string): Evidence {
  return objectId === undefined ? { dataset, observed } : { dataset, observed, objectId };
}

export function affectedFrom(
  list: CappedList,
  type: Affected['type'],
): Pick<CheckVerdict, 'affected' | 'affectedCount'> {
  const affected = list.listed.slice(0, maxAffectedListed).map(({ agent: _agent, ...one }) => ({ type, ...one }));
  return { affected, affectedCount: list.count };
}
