import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Drift } from '@tenantry/contract/drift';
import { SectionCard } from '../../ui/section-card.tsx';
import { capitalized } from './setting-changes.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
});

type Props = { unread: Drift['notComparable']; never: Drift['neverCompared'] };

/** What may have changed unseen: what a scan could not read this time, and what no scan reads. */
export function NotCompared({ unread, never }: Props) {
  return (
    <>
      {unread.length > 0 && (
        <SectionCard
          title="Not compared"
          subtitle="At least one of the scans could not read these, so whether they changed is not known"
        >
          <Reasons list={unread} />
        </SectionCard>
      )}
      <SectionCard
        title="Never compared"
        subtitle="Scans do not collect these; look them up in Microsoft's admin centers"
      >
        <Reasons list={never} />
      </SectionCard>
    </>
  );
}

function Reasons({ list }: { list: readonly { label: string; because: string }[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {list.map(({ label, because }) => (
        <li key={`${label} ${because}`}>
          <Text weight="semibold">{capitalized(label)}:</Text> <Text>{because}</Text>
        </li>
      ))}
    </ul>
  );
}
