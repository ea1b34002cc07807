import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import { describe, expect, it } from 'vitest';
import { auditStatus } from './audit-status.ts';
import { sampleAudit } from './sample-audit.ts';

const audit = (stored: AuditedHealth, percent: number, criticalIssues = 0) => ({
  overallStatus: stored,
  criticalIssues,
  data: { coverage: { evaluated: percent, applicable: 100, percent } },
});

describe('the overall status of an audit', () => {
  it.each([
    ['OK', 'pass'],
    ['Warning', 'warning'],
    ['Critical', 'fail'],
  ] as const)('is told for %s as %s from 60%% coverage on', (stored, told) => {
    for (const percent of [60, 100]) {
      expect(auditStatus(audit(stored, percent))).toEqual({ overallStatus: told, overallStatusUnknownBecause: null });
    }
  });

  it('is told for Critical at any coverage: what fails is known, whatever else is not', () => {
    const told = { overallStatus: 'fail', overallStatusUnknownBecause: null };
    expect(auditStatus(audit('Critical', 20, 3))).toEqual(told);
  });

  it.each(['OK', 'Warning', 'Unknown'] as const)('is unknown for %s below it, with the reason', (stored) => {
    const { overallStatus, overallStatusUnknownBecause } = auditStatus(audit(stored, 59));
    expect(overallStatus).toBeNull();
    expect(overallStatusUnknownBecause).toBe(
      'Only 59% of the checks could be judged, and an overall status needs at least 60%.',
    );
  });

  it.each([
    [1, 'One check of critical severity fails or warns all the same.'],
    [3, '3 checks of critical severity fail or warn all the same.'],
  ])('is not taken for harmless where %i critical issues were found', (count, told) => {
    expect(auditStatus(audit('Warning', 20, count)).overallStatusUnknownBecause).toContain(told);
  });

  it('is unknown where nothing at all could be judged', () => {
    expect(auditStatus(audit('Unknown', 0)).overallStatusUnknownBecause).toBe('No check could be judged.');
  });

  it('of the sample is one of the words', () => {
    const { overallStatus, overallStatusUnknownBecause } = auditStatus(sampleAudit(new Date('2026-01-02T00:00:00Z')));
    expect([overallStatus === null, overallStatusUnknownBecause === null]).toContain(true);
    expect(overallStatus === null).toBe(overallStatusUnknownBecause !== null);
  });
});
