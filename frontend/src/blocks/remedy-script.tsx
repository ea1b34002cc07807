import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery } from '@tanstack/react-query';
import { getRemedyScript, type RemedySetting } from '@tenantry/contract/remedy-scripts';
import { useState } from 'react';
import { callQuery } from '../lib/call-query.ts';
import { saveFile } from '../lib/download.ts';
import { formatDateTime } from '../lib/format.ts';
import { queryKey } from '../lib/query-client.ts';
import { useHasRole } from '../lib/session.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Row } from '../ui/row.tsx';
import { Stack } from '../ui/stack.tsx';
import { RecordBlock } from './record-block.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
  summary: { cursor: 'pointer', fontWeight: tokens.fontWeightSemibold, lineHeight: tokens.lineHeightBase300 },
});

const remedyScriptQuery = (tenantId: string, remedyId: string) =>
  callQuery(queryKey('remedy-script', tenantId, { remedyId }), getRemedyScript, {
    params: { id: tenantId, remedyId },
    tenantId,
  });

type Props = { tenantId: string; remedyId: string };

/** How a remedy is set, asked for by a technician: what is handed out stands in the audit trail. */
export function RemedyScript({ tenantId, remedyId }: Props) {
  const isTechnician = useHasRole('technician');
  const [isWanted, setWanted] = useState(false);
  if (!isTechnician) return null;
  if (isWanted) return <Asked tenantId={tenantId} remedyId={remedyId} />;
  return (
    <Row gap="S">
      <Button size="small" onClick={() => setWanted(true)}>
        Get a script
      </Button>
    </Row>
  );
}

function Asked({ tenantId, remedyId }: Props) {
  // Not kept: after another scan it would be the script of the one before.
  const query = useQuery({ ...remedyScriptQuery(tenantId, remedyId), gcTime: 0 });
  return (
    <QueryState query={query} loadingLabel="Making the script" errorTitle="The script could not be made">
      {(setting) => <HowToSet setting={setting} />}
    </QueryState>
  );
}

function HowToSet({ setting }: { setting: RemedySetting }) {
  const { script, because, module, by, portal, left } = setting;
  return (
    <Stack gap="S">
      {script ? (
        <TheScript script={script} isSimulated={setting.isSimulated} />
      ) : (
        <Notice intent="info" title="No script.">
          {by === 'graph' ? because : `This is set by ${module ?? 'a person'}.`}
        </Notice>
      )}
      {left !== null && <Text>{left}</Text>}
      <Text>By hand: {portal}</Text>
    </Stack>
  );
}

type Script = NonNullable<RemedySetting['script']>;

function TheScript({ script, isSimulated }: { script: Script; isSimulated: boolean }) {
  const styles = useStyles();
  const { fileName, text, steps, reads, writes, note, scannedAt } = script;
  return (
    <>
      {isSimulated && <Notice intent="info">This tenant is simulated. The script works with real tenants only.</Notice>}
      <Text>
        A PowerShell 7 script, from the scan of {formatDateTime(scannedAt)}. Run as it is, it shows what it would do.
        With <code>-Apply</code> it does this, and <code>-Undo</code> takes it back:
      </Text>
      <ul className={styles.list}>
        {steps.map(({ title, call, caution, turnOn }) => (
          <li key={`${call} ${title}`}>
            {title}
            {turnOn !== null && (
              <>
                , only with <code>-TurnOn {turnOn}</code>
              </>
            )}
            {caution !== null && `. ${caution}`}
          </li>
        ))}
      </ul>
      <Text>
        It asks Microsoft for {reads.join(', ')} to look, and for {writes.join(', ')} to change.
      </Text>
      {note !== null && <Text>{note}</Text>}
      <Row gap="S">
        <Button
          icon={<ArrowDownloadRegular />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), fileName)}
        >
          Download script
        </Button>
      </Row>
      <details>
        <summary className={styles.summary}>Show the script</summary>
        <RecordBlock name={fileName} value={text} />
      </details>
    </>
  );
}
