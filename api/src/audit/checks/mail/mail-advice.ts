import type { MailArea } from '@tenantry/contract/mailflow';
import { shownText } from '../../../mailflow/bounded-text.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';

const longestLine = 1000;

/** What the domain has to publish in these areas, as the mail page says it: one text for each name. */
export function mailAdvice({ domain, targets }: DomainDns, areas: readonly MailArea[]): string[] {
  return targets
    .filter(({ area }) => areas.includes(area))
    .map(({ name, type, value, stages, note }) => {
      const before = stages.filter((stage) => stage.value !== value).map((stage) => `"${stage.value}"`);
      const record = value === null ? domain : `${name} ${type} "${value}"`;
      const way = before.length === 0 ? '' : ` (first ${before.join(', then ')})`;
      const line = `${record}${way}${note === null ? '' : `${value === null ? ': ' : '. '}${note}`}`;
      // Where it would be cut, or holds what cannot be seen, it would be another record.
      return shownText(line, longestLine) === line ? line.replace(/\.$/, '') : `${name} ${type}: see Mail Flow`;
    });
}
