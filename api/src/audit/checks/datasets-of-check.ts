import type { DatasetName } from '../facts/datasets.ts';
import type { Check } from './shared/check.ts';

/**
 * What a dataset is collected from, or named by (audit/collect/): whose holders, members, domains or pages it reads, and whose
 * names its checks tell.
 */
const builtOn: Partial<Record<DatasetName, readonly DatasetName[]>> = {
  privilegedApplications: ['roles'],
  excludedGroups: ['conditionalAccessPolicies'],
  branding: ['organization'],
  onPremisesSynchronization: ['organization'],
  roleSchedules: ['roles', 'users'],
  registration: ['users'],
  signInActivity: ['users', 'subscribedSkus'],
  dns: ['domains'],
  sharedMailboxAccounts: ['sharedMailboxes'],
};

/**
 * The datasets that one check by itself needs: those that it declares, and what these are collected from. A test holds, for
 * each check, that its verdict over these is the one over all.
 */
export function datasetsOfCheck({
  datasets,
  standIn = [],
  helpful = [],
}: Pick<Check, 'datasets' | 'standIn' | 'helpful'>): DatasetName[] {
  const declared = [...datasets, ...standIn, ...helpful];
  return [...new Set(declared.flatMap((name) => [...(builtOn[name] ?? []), name]))];
}
