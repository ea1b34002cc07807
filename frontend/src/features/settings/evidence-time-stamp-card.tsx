import { Button, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { TimeStampSetting } from '@tenantry/contract/evidence-time-stamp';
import { formatDateTime } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { evidenceTimeStampQuery } from './settings-queries.ts';

const EvidenceTimeStampDialog = onDemand(
  async () => (await import('./evidence-time-stamp-dialog.tsx')).EvidenceTimeStampDialog,
);

/** Which authority says when an evidence pack was signed. */
export function EvidenceTimeStampCard() {
  const query = useQuery(evidenceTimeStampQuery());
  const setting = query.data;
  const { opened, open, close, fallback } = useOpened<TimeStampSetting>();
  return (
    <SectionCard
      title="Time stamp of evidence packs"
      subtitle="An authority (RFC 3161) that says when a pack was signed. It is sent a hash, and nothing else."
      actions={
        setting && (
          <Button ref={fallback} onClick={() => open(setting)}>
            Edit time stamp
          </Button>
        )
      }
    >
      <QueryState query={query} loadingLabel="Loading the setting" errorTitle="The setting could not be loaded">
        {({ url, updatedAt, updatedBy }) => (
          <>
            <Text>{url === null ? 'Off: packs are signed, and have no time stamp.' : url}</Text>
            {updatedAt !== null && (
              <Hint>
                Last updated: {formatDateTime(updatedAt)}
                {updatedBy === null ? '' : ` by ${updatedBy}`}
              </Hint>
            )}
          </>
        )}
      </QueryState>
      {opened && <EvidenceTimeStampDialog setting={opened} onClose={close} />}
    </SectionCard>
  );
}
