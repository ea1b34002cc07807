import type { MailSecurity, MailSignIn, MailWay } from '@tenantry/contract/mail-settings';
import type { HourlyRate, WorkKind } from '@tenantry/contract/price-list';
import type { Severity } from '@tenantry/contract/verdicts';
import type { Collection } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/** A switch of the whole installation. */
export type SettingRecord = Outboxed & { key: string; value: boolean; updatedBy: string; updatedAt: string };

/** How this installation is registered in Entra ID. Its client secret or certificate is in the vault, under `secretName`. */
export type GraphAppRecord = Outboxed & {
  key: 'graph-app';
  clientId: string;
  /** Directory of the registration. */
  tenantId: string;
  /** What partner sync asks its token for; '' for Graph's `.default`. */
  partnerCenterScopes: string;
  /** '' where there is none yet. */
  secretName: string;
  /** Thumbprints of the certificate, which `secretName` then holds with its private key; '' where that is a client secret. */
  certificateSha256: string;
  certificateSha1: string;
  /** Secrets of the vault that are in use no more, and those that were never taken into use, until they are disabled. */
  replacedSecrets: { name: string; since: string }[];
  /** When the secret ends, as an administrator said, or the certificate, as it says itself; null: not told. */
  secretExpiresAt: string | null;
  /** When that is warned of next; '' for never. Absent in records of before. */
  secretWarnAt?: string;
  updatedBy: string;
  updatedAt: string;
};

/** Which secrets of the vault hold the data keys, by version. The keys themselves are in the vault alone. */
export type DataKeysRecord = {
  id: string;
  key: 'data-keys';
  current: number;
  versions: { version: number; secretName: string; createdAt: string }[];
};

/** What somebody edited of the price list. Not there while the defaults hold (domain/price-list/price-list.ts). */
export type PriceListRecord = Outboxed & {
  key: 'price-list';
  /** Of every kind of work that there was when the list was saved. */
  rates: HourlyRate[];
  /** Hours that were edited, by remedy; those of the others are the product's own. `sizeHours`: null where size does not count. */
  work: { id: string; hours: number; sizeHours: number | null }[];
  /** Hours that an earlier version kept by kind of work, where they were not its defaults; none after the next change. */
  hoursByKind: { kind: WorkKind; hours: number; defaultHours: number }[];
  /** Counts the changes, so that nobody overwrites one that they have not seen. */
  revision: number;
  updatedBy: string;
  updatedAt: string;
};

/** What is settled about a piece of work of some tenants, or of all, before the scanner asks for it. */
export type ApprovalRule = {
  id: string;
  /** The work (audit/findings/remedies/work.ts). */
  remedyId: string;
  action: 'never' | 'approve';
  tenantIds: 'all' | readonly string[];
  /** The group whose tenants it is for, in place of `tenantIds`, which is 'all' then; absent or null: it goes by `tenantIds`. */
  groupId?: string | null;
  /** Who made it, as people read it and as the trail holds it. */
  by: string;
  byUser: string;
  createdAt: string;
};

/** Under which the rules stand. */
export const approvalRulesId = 'approval-rules';

/** What the scanner asks for. Not there while nobody has changed anything (domain/approvals/approval-rules.ts). */
export type ApprovalRulesRecord = Outboxed & {
  key: 'approval-rules';
  askFrom: Severity;
  rules: readonly ApprovalRule[];
  /** Counts the changes, so that nobody overwrites one that they have not seen. */
  revision: number;
  updatedBy: string;
  updatedAt: string;
};

/** How reports look. Not there while nobody has chosen anything; each part null where nobody has chosen that. */
export type ReportSettingsRecord = Outboxed & {
  key: 'report-settings';
  organizationName: string | null;
  color: string | null;
  /** Checked and cleaned before it was kept (features/reports/logo). */
  logo: { contentType: 'image/png' | 'image/svg+xml'; base64: string; width: number; height: number } | null;
  timeZone: string | null;
  /** Counts the changes, so that nobody overwrites one that they have not seen. */
  revision: number;
  updatedBy: string;
  updatedAt: string;
};

/** From which mailbox this installation sends, and how. A password is in the vault, under `passwordName`. */
export type MailSettingsRecord = Outboxed & {
  key: 'mail';
  way: MailWay;
  fromAddress: string;
  fromName: string;
  host: string;
  port: number;
  security: MailSecurity;
  signIn: MailSignIn;
  user: string;
  /** '' where there is none. */
  passwordName: string;
  /** Counts the changes, so that nobody overwrites one that they have not seen. */
  revision: number;
  updatedBy: string;
  updatedAt: string;
};

/** Which authority stamps evidence packs (RFC 3161). Not there while nobody has chosen anything. */
export type EvidenceTimeStampRecord = Outboxed & {
  key: 'evidence-time-stamp';
  /** null: none. */
  url: string | null;
  updatedBy: string;
  updatedAt: string;
};

/** What became of the last mail that was handed over. */
export type MailDeliveryRecord = { id: string; key: 'mail-delivery'; at: string; isDelivered: boolean; answer: string };

/** How the verification of the audit trail stands. `result` is sealed: nobody else can say that the trail is whole. */
export type TrailVerificationRecord = {
  id: string;
  key: 'trail-verification';
  /** The one under way; null where none is. */
  run: {
    id: string;
    requestedBy: string;
    requestedAt: string;
    /** Who works at it; null while it waits in the queue. */
    holder: string | null;
    /** When something was last heard of it: one whose worker died is replaced. */
    heardAt: string;
    entries: number;
  } | null;
  /** The result of the last one, as JSON; '' before the first. */
  result: string;
  seal: string;
  /** When that one ended; '' before it. */
  endedAt: string;
};

/** The checks that judged an audit, under the hash that vectors of verdicts name (domain/latest-verdicts). Never changed. */
type CheckListRecord = { id: string; key: string; checkIds: readonly string[] };

/** One partition, in which each kind of record has ids of its own. */
export type SystemConfigStore = {
  settings: Collection<SettingRecord>;
  graphApp: Collection<GraphAppRecord>;
  dataKeys: Collection<DataKeysRecord>;
  priceList: Collection<PriceListRecord>;
  approvalRules: Collection<ApprovalRulesRecord>;
  reportSettings: Collection<ReportSettingsRecord>;
  mailSettings: Collection<MailSettingsRecord>;
  mailDelivery: Collection<MailDeliveryRecord>;
  evidenceTimeStamp: Collection<EvidenceTimeStampRecord>;
  trailVerification: Collection<TrailVerificationRecord>;
  checkLists: Collection<CheckListRecord>;
};

export function openSystemConfigStore(records: RecordStore): SystemConfigStore {
  return {
    settings: records.partition(containers.systemConfig, globalPartition),
    graphApp: records.partition(containers.systemConfig, globalPartition),
    dataKeys: records.partition(containers.systemConfig, globalPartition),
    priceList: records.partition(containers.systemConfig, globalPartition),
    approvalRules: records.partition(containers.systemConfig, globalPartition),
    reportSettings: records.partition(containers.systemConfig, globalPartition),
    mailSettings: records.partition(containers.systemConfig, globalPartition),
    evidenceTimeStamp: records.partition(containers.systemConfig, globalPartition),
    mailDelivery: records.partition(containers.systemConfig, globalPartition),
    trailVerification: records.partition(containers.systemConfig, globalPartition),
    checkLists: records.partition(containers.systemConfig, globalPartition),
  };
}
