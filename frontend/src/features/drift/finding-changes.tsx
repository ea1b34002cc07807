import type { ComparedFinding, ComparedFindings } from '@tenantry/contract/drift';
import { categoryLabels } from '@tenantry/contract/labels';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TabPanels } from '../../ui/tab-panels.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type List = keyof ComparedFindings;

/** What is in each list, and what is said where nothing is. */
const lists: Record<List, { label: string; none: string }> = {
  added: { label: 'New', none: 'No finding is new.' },
  resolved: { label: 'Resolved', none: 'No finding was resolved.' },
  stillOpen: { label: 'Still open', none: 'No finding of the earlier scan is still open.' },
  accepted: { label: 'Accepted', none: 'No finding is accepted as a risk.' },
  notVerified: { label: 'Not verified', none: 'Every finding of the earlier scan could be checked again.' },
};
const order = Object.keys(lists) as List[];

const columns: readonly Column<ComparedFinding>[] = [
  {
    id: 'finding',
    label: 'Finding',
    cell: ({ findingId, title }) => (
      <TextLink to={`${paths.findings}?${new URLSearchParams({ finding: findingId })}`}>{title}</TextLink>
    ),
  },
  { id: 'severity', label: 'Severity', width: '120px', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { id: 'category', label: 'Category', width: '24%', cell: ({ category }) => categoryLabels[category] },
  { id: 'affected', label: 'Affected', width: '18%', cell: (finding) => affectedText(finding) },
];

function affectedText({ affectedBefore, affectedAfter }: ComparedFinding): string {
  if (affectedBefore === affectedAfter) return affectedAfter === 0 ? 'None' : countOf(affectedAfter, 'object');
  return `${formatNumber(affectedBefore)} → ${formatNumber(affectedAfter)}`;
}

/** What became of the findings between two scans: each is in one of five lists. */
export function FindingChanges({ findings }: { findings: ComparedFindings }) {
  const nameOf = (list: List) => `${lists[list].label} (${formatNumber(findings[list].length)})`;
  const [first, ...others] = order.map(nameOf);
  const total = order.reduce((sum, list) => sum + findings[list].length, 0);
  return (
    <SectionCard title="Findings" subtitle={`${countOf(total, 'finding')} in the two scans`}>
      <TabPanels label="Findings of both scans" names={[first ?? '', ...others]}>
        {(name) => {
          const list = order.find((one) => nameOf(one) === name) ?? 'added';
          if (findings[list].length === 0) return <Muted>{lists[list].none}</Muted>;
          return (
            <DataTable
              label={`${lists[list].label} findings`}
              rows={findings[list]}
              columns={columns}
              rowId={({ findingId }) => findingId}
            />
          );
        }}
      </TabPanels>
    </SectionCard>
  );
}
