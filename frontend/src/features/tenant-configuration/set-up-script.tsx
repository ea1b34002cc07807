import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import type { TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { saveFile } from '../../lib/download.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  steps: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, maxWidth: '90ch' },
  fold: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
  summary: { cursor: 'pointer', fontWeight: tokens.fontWeightSemibold, lineHeight: tokens.lineHeightBase300 },
});

type Props = { script: NonNullable<TenantConfiguration['script']>; tenantName: string; isSimulated: boolean };

/** The script that sets it up, and how it is run. */
export function SetUpScript({ script: { fileName, text }, tenantName, isSimulated }: Props) {
  const styles = useStyles();
  return (
    <>
      {isSimulated && <Notice intent="info">This tenant is simulated. The script works with real tenants only.</Notice>}
      <ol className={styles.steps}>
        <li>
          A Global Administrator of {tenantName} runs the script, with <code>-WhatIf</code> first: it shows what is
          there and what it would do.
        </li>
        <li>
          Without <code>-WhatIf</code> it asks before each change. It grants Microsoft’s service what it needs to read,
          and Tenantry the permission to take snapshots. It changes no setting.
        </li>
        <li>
          Choose <strong>Check again</strong> here, then scan. New grants can take an hour to reach every service.
        </li>
        <li>
          To undo it, run the script with <code>-Undo</code>.
        </li>
      </ol>
      <Row gap="S">
        <Button
          icon={<ArrowDownloadRegular />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), fileName)}
        >
          Download script
        </Button>
      </Row>
      <details className={styles.fold}>
        <summary className={styles.summary}>Show the script</summary>
        <RecordBlock name={fileName} value={text} />
      </details>
      <Text>
        <TextLink to={`${paths.help}?article=set-up-tenant-configuration`}>
          How to set up tenant configuration, by script or by hand
        </TextLink>
      </Text>
    </>
  );
}
