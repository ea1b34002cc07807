import { Link, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { CategoryResult } from '@tenantry/contract/audits';
import type { SampledPasses as Sample } from '@tenantry/contract/microsoft-answers';
import { useMemo } from 'react';
import { countOf } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { askedText, type Disagreement, microsoftSays, signInText, triedText } from './disagreement-texts.ts';
import { sampledPassesQuery } from './sampled-passes-query.ts';

type Props = {
  tenantId: string;
  categories: readonly CategoryResult[];
  onOpen: (checkId: string) => void;
};

const columnsWith = ({ categories, onOpen }: Omit<Props, 'tenantId'>): readonly Column<Disagreement>[] => [
  {
    id: 'check',
    label: 'Check',
    cell: ({ checkId, title }) => (
      <Link as="button" onClick={() => onOpen(checkId)}>
        {title}
      </Link>
    ),
  },
  { id: 'sign-in', label: 'Sign-in', cell: signInText, width: '30%' },
  {
    id: 'tenantry',
    label: 'Tenantry says',
    cell: ({ checkId }) =>
      categories.flatMap(({ verdicts }) => verdicts).find((verdict) => verdict.checkId === checkId)?.message,
  },
  { id: 'microsoft', label: 'Microsoft says', cell: ({ answer }) => microsoftSays(answer) },
  { id: 'asked', label: 'Asked', cell: ({ answer }) => askedText(answer), width: '160px' },
];

/** What Microsoft said of sign-ins that passing checks have to cover; nothing where no scan asked. */
export function SampledPasses({ tenantId, categories, onOpen }: Props) {
  const query = useQuery(sampledPassesQuery(tenantId));
  // Few installations ask: the card is there once something is known.
  if (query.isPending || (query.isSuccess && query.data.sampled === null)) return null;
  const askedAt = query.data?.sampled?.askedAt;
  return (
    <SectionCard
      title="Microsoft’s answers"
      subtitle={
        <>
          About sign-ins that passing checks have to cover
          {askedAt !== undefined && (
            <>
              , asked by a scan: <RelativeTime instant={askedAt} />
            </>
          )}
        </>
      }
    >
      <QueryState query={query} errorTitle="Microsoft’s answers could not be loaded">
        {({ sampled }) => sampled !== null && <Answers sample={sampled} categories={categories} onOpen={onOpen} />}
      </QueryState>
    </SectionCard>
  );
}

/** How many it confirms; what it contradicts, with both sides. */
function Answers({ sample, categories, onOpen }: Omit<Props, 'tenantId'> & { sample: Sample }) {
  const columns = useMemo(() => columnsWith({ categories, onOpen }), [categories, onOpen]);
  const { confirmed, cannotBeAsked, disagreements, failedTry, withoutCall = 0 } = sample;
  return (
    <>
      <Text>
        {`${countOf(confirmed, 'sign-in')} confirmed, ${disagreements.length} contradicted, ${cannotBeAsked} that Microsoft could not be asked about.`}
        {disagreements.length > 0 &&
          ' Scan again: policies may have changed since. What stays contradicted is wrong on one of the two sides.'}
      </Text>
      {withoutCall > 0 && (
        <Text>{`No call was left for ${countOf(withoutCall, 'more sign-in')}: a scan makes twelve at most, most of them about findings.`}</Text>
      )}
      {failedTry && <Text>{triedText(failedTry)}</Text>}
      {disagreements.length > 0 && (
        <DataTable
          label="Microsoft disagrees"
          rows={disagreements}
          columns={columns}
          rowId={({ checkId, signIn }) => `${checkId} ${JSON.stringify(signIn)}`}
          minWidth="960px"
        />
      )}
    </>
  );
}
