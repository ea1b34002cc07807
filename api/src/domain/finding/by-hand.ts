import type { FindingRecord } from '../../store/findings.ts';

type Told = Pick<FindingRecord, 'status' | 'isVerified'>;

/** Whether somebody resolved it by hand and nothing has looked since: a person alone vouches for it. */
const isUnverified = ({ status, isVerified }: Told): boolean => status === 'RESOLVED' && !isVerified;

/** The checks of such findings. */
export const unverifiedChecks = (findings: readonly (Told & Pick<FindingRecord, 'checkId'>)[]): string[] =>
  findings.filter(isUnverified).map(({ checkId }) => checkId);
