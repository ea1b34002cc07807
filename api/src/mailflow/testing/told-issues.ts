import { describe, expect, test } from 'vitest';
import type { FetchPolicy } from '../../ports/sts-policy.ts';
import { checkDomain } from '../check-domain.ts';
import type { MailArea } from '../mail-flow-result.ts';
import { askedDns } from './asked-dns.ts';
import { contosoZone, policyText } from './contoso.ts';

export type ToldIssues = {
  when: string;
  /** What is changed in the zone of a domain in which everything is as it should be. */
  zone: Record<string, unknown>;
  /** The policy file of MTA-STS; null: there is none, 'failed': the web server does not answer. */
  policy?: string | null;
  /** `severity code`, message, recommendation, and the records to publish. */
  issues: readonly (readonly string[])[];
  /** The area alone whose issues are looked at. */
  only?: MailArea;
};

const now = new Date('2026-11-20T10:20:30.456Z');

function fetched(policyFile: string | null): FetchPolicy {
  if (policyFile === null) return () => Promise.resolve({ status: 'notFound', reason: 'HTTP 404' });
  if (policyFile === 'failed') return () => Promise.resolve({ status: 'failed', reason: 'it did not answer in time' });
  return () => Promise.resolve({ status: 'ok', text: policyFile, contentType: 'text/plain' });
}

/** One test for each row, under the name of the area: every issue of the domain, word for word. */
export function told(area: string, rows: readonly ToldIssues[]): void {
  describe(area, () => {
    test.each(rows)('$when', async ({ zone, policy = policyText, issues, only }) => {
      const dns = askedDns(contosoZone(zone));
      const result = await checkDomain('contoso.com', { dns, fetchPolicy: fetched(policy), now });
      expect(
        result.issues
          .filter(({ area: of }) => only === undefined || of === only)
          .map(({ severity, code, message, recommendation, publish }) => [
            `${severity} ${code}`,
            message,
            recommendation,
            ...publish.map(({ name, type, value }) => `${name} ${type} ${value}`),
          ]),
      ).toEqual(issues);
    });
  });
}
