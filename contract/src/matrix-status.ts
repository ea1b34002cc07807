import * as z from 'zod/mini';
import { notInAuditLabel, verdictLabels } from './labels.ts';

/**
 * What a cell of the matrix can be, by urgency: what was found, what is not known and why, what somebody lives with, what is well.
 * A remedy is what comes first here among its checks.
 */
export const MatrixStatus = z.enum([
  'fail',
  'warning',
  'couldNotCheck',
  'notPermitted',
  'notLicensed',
  'notSetUp',
  'notOffered',
  'notInAudit',
  'notScanned',
  'accepted',
  'pass',
  'notApplicable',
]);
export type MatrixStatus = z.infer<typeof MatrixStatus>;

/** The character that stands for each in `cells`, and in the vector that a tenant keeps. A character is never given another meaning. */
export const matrixCodes = {
  fail: 'F',
  warning: 'W',
  couldNotCheck: 'c',
  notPermitted: 'n',
  notLicensed: 'l',
  notSetUp: 's',
  notOffered: 'o',
  notInAudit: '?',
  notScanned: '-',
  accepted: 'A',
  pass: 'P',
  notApplicable: 'x',
} as const satisfies Record<MatrixStatus, string>;

export const matrixLabels: Readonly<Record<MatrixStatus, string>> = {
  ...verdictLabels,
  notSetUp: 'Not set up',
  notInAudit: notInAuditLabel,
  notScanned: 'Not scanned',
  accepted: 'Risk accepted',
};

/** Why the answer is not known, or what the word means; '' where it says all. */
export const matrixReasons: Readonly<Record<MatrixStatus, string>> = {
  fail: '',
  warning: '',
  couldNotCheck: 'Microsoft gave no answer, or one that cannot be read.',
  notPermitted: 'The tenant has not granted the permission that the check needs.',
  notLicensed: 'The tenant has no license for what the check reads.',
  notSetUp: 'Tenant configuration is not set up in the tenant.',
  notOffered: 'The cloud of the tenant does not offer it.',
  notInAudit: 'The tenant was scanned by a version that did not have the check. Its next scan tells.',
  notScanned: 'The tenant was never scanned.',
  accepted: 'It fails, and somebody took the risk on until a day.',
  pass: '',
  notApplicable: 'The check is not required of this tenant.',
};
