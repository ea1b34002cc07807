import type { CappedList } from './account-facts.ts';

/** Applications in app governance and what they do with their privileged permissions. */
export type AppPermissionFacts = {
  /** Applications that can sign in, whatever they may do. */
  applications: number;
  /** Those with privileged permissions that they do not use, up to maxAffectedListed of them, and the permissions. */
  unused: { id: string; name: string; permissions: string[] }[];
  unusedCount: number;
  /** Those of whose privileged permissions it is not told whether they are used, and that have no unused one. */
  untold: CappedList;
  /** False where there was more than is read. */
  whole: boolean;
};

/** Assets that Exposure Management takes for critical, with too little confidence to decide it alone. */
export type AssetApprovalFacts = {
  /** Assets in the exposure graph. */
  assets: number;
  /** By what they are taken for, whose name is its id as well, with the names of some. */
  pending: { id: string; classification: string; count: number; names: string[] }[];
};

/** Credentials of privileged users that were found on devices. */
export type ExposedCredentialFacts = {
  /** Onboarded to Defender for Endpoint. */
  devices: number;
  /** Relations in the exposure graph. */
  edges: number;
  count: number;
  /** Some of the users, with some of the devices and the kinds of credentials. */
  users: { id: string; name: string; devices: string[]; kinds: string[] }[];
};
