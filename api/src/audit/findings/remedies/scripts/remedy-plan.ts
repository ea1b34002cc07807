import type { Affected } from '@tenantry/contract/verdicts';
import type { Plain, SettingsSnapshot } from '../../drift/settings-snapshot.ts';

/** JSON that is sent to Microsoft Graph. */
export type Json = string | number | boolean | null | readonly Json[] | JsonBody;
export type JsonBody = { readonly [key: string]: Json };

type StepBase = {
  /** What it does, as a technician would note it. */
  title: string;
  /** Below /v1.0. Of an update the object itself, of a creation its list. */
  path: string;
  /** The checks that it closes: it stands in a script where one of them is open. */
  closes: readonly string[];
  /** Delegated scopes that are enough to look, to change, and to take back. */
  reads: readonly string[];
  writes: readonly string[];
  undoes: readonly string[];
  /** What else it brings about, for who decides. */
  caution?: string;
  /** The id of the account or group that it is about, by which the person may choose it (-Only). */
  object?: string;
  /** The properties to read, of an object of which Graph sends them only when they are asked for. */
  select?: string;
  /**
   * Properties that have to be, whole, as they were seen (an update) or left (a creation), whatever of them is set: so that something
   * else within them which somebody changed is neither taken for what was seen nor written over.
   */
  held?: readonly string[];
};

/** Properties of an object that is there. `seen`: the same and the held ones at the scan, in the plain form of a settings snapshot. */
export type UpdateStep = StepBase & {
  kind: 'update';
  method: 'PATCH' | 'PUT';
  set: JsonBody | null;
  /** In place of `set`, for directory settings: named values, which Graph keeps as a list of pairs. */
  values?: Readonly<Record<string, string>>;
  seen: Plain | null;
  /** The account is left alone where it holds a directory role by now. */
  sparesRoleHolders?: true;
  /** The id with which the person has to name it (-TurnOn): a policy that stands in report-only and is switched on. */
  turnOn?: string;
};

/** An object that is not there. `key`: the property that tells it from others. */
type CreateStep = StepBase & {
  kind: 'create';
  method: 'POST';
  key: string;
  set: JsonBody;
  /** Its list is long and can be searched by the key: not all of it is read. */
  isSearched?: true;
  /** Its recurrence (settings.recurrence) begins on the day on which it is made. */
  beginsToday?: true;
};

export type RemedyStep = UpdateStep | CreateStep;

/** What is known of the tenant: its settings at a scan, and who is kept for emergencies. */
export type ScriptTenant = {
  /** The id of its directory. */
  tenantId: string;
  /** When Microsoft was asked, an ISO instant. */
  scannedAt: string;
  settings: SettingsSnapshot;
  /** Object ids of accounts that are declared as break-glass accounts. */
  emergencyAccounts: readonly string[];
  /** The checks that fail or warn. */
  open: ReadonlySet<string>;
  /** What each of them names, as far as a verdict lists it. */
  affected: ReadonlyMap<string, readonly Affected[]>;
  /** Of them, those that security defaults would close. */
  closedByDefaults: ReadonlySet<string>;
  /** It has no Microsoft Entra ID P1, without which there is no Conditional Access. */
  lacksEntraP1: boolean;
  /** No on-premises directory is connected, so that no account synchronizes one. */
  isCloudOnly: boolean;
};

/** Something that a plan needs and the scan does not hold, in words for the person who wants the script. */
export class MissingForScript extends Error {}

/** The steps of a remedy in one tenant, whether their checks are open or not. Pure. @throws MissingForScript */
export type RemedyPlan = (tenant: ScriptTenant) => readonly RemedyStep[];
