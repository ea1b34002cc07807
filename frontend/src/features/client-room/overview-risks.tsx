import { makeStyles, Text } from '@fluentui/react-components';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { formatDate } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({ item: { display: 'grid', maxWidth: '80ch', overflowWrap: 'anywhere' } });

type Risk = ClientSummary['acceptedRisks'][number];

function termsOf({ acceptedBy, until }: Risk): string {
  const by = acceptedBy === null ? 'Accepted' : `Accepted by ${acceptedBy}`;
  return until === null ? by : `${by}, until ${formatDate(until)}`;
}

/** Risks that are lived with for a time; nothing where there are none. */
export function OverviewRisks({ summary: { acceptedRisks } }: { summary: ClientSummary }) {
  const styles = useStyles();
  if (acceptedRisks.length === 0) return null;
  return (
    <SectionCard title="Accepted risks" subtitle="They are left as they are, and do not count among open weaknesses">
      <PlainList gap="M" aria-label="Accepted risks">
        {acceptedRisks.map((risk) => (
          <li key={`${risk.title} ${risk.until}`} className={styles.item}>
            <Text weight="semibold">{risk.topic ?? risk.title}</Text>
            {risk.topic !== null && <Hint>{risk.title}</Hint>}
            <Hint>{termsOf(risk)}</Hint>
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
