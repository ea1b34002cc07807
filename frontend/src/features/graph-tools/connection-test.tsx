import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected';
import { type GraphTest, testGraph } from '@tenantry/contract/graph-tools';
import { PermissionGroups } from '../../blocks/permission-groups.tsx';
import { call } from '../../lib/api-client.ts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { missingPermissions } from './setup-steps.ts';

const useStyles = makeStyles({
  result: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    justifySelf: 'stretch',
    minWidth: 0,
  },
});

type Props = {
  test: GraphTest | null;
  onTested: (test: GraphTest | null) => void;
  /** Whether there is something to test. */
  isReady: boolean;
};

/** Asks Microsoft for a token and what it permits, and shows what came of it. */
export function ConnectionTest({ test, onTested, isReady }: Props) {
  const styles = useStyles();
  const { submit, pending, error } = useSubmit(async () => {
    // The result of an earlier test is not the result of one that failed.
    onTested(null);
    onTested(await call(testGraph, { tenantId: null }));
  });
  const run = () => void submit();
  return (
    <>
      <Text>Asks Microsoft for a new token, which permissions it carries, and for your directory.</Text>
      <Button icon={<PlugConnectedRegular />} onClick={run} disabledFocusable={pending || !isReady}>
        {pending ? 'Testing…' : 'Test connection'}
      </Button>
      {!isReady && <Muted>Save client ID, tenant ID, and a certificate or secret first.</Muted>}
      <div className={styles.result}>
        {error !== null && <ErrorPanel title="The connection could not be tested" error={error} onRetry={run} />}
        {test !== null && <Result test={test} />}
      </div>
    </>
  );
}

function Result({ test }: { test: GraphTest }) {
  const { explanation, permissions, timestamp } = test;
  return (
    <>
      {explanation === null ? (
        <Success test={test} />
      ) : (
        <Notice intent="error" title={explanation.meaning} politeness="polite">
          {explanation.whatToDo} ({explanation.code})
        </Notice>
      )}
      {permissions !== null && <PermissionGroups permissions={permissions} foldsGranted />}
      {permissions?.some(({ kind }) => kind === 'delegated') && (
        <Hint>Delegated permissions belong to the account that connects a tenant. They are asked for then.</Hint>
      )}
      <Hint>
        Tested <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
      </Hint>
    </>
  );
}

function Success({ test }: { test: GraphTest }) {
  const missing = missingPermissions(test) ?? 0;
  const { directory, status } = test;
  const name = directory === null ? 'your directory' : directory.name;
  const domain = directory?.domain ? ` (${directory.domain})` : '';
  const who = status === 'mock' ? 'The simulator' : 'Microsoft';
  return (
    <Notice
      intent={missing > 0 ? 'warning' : 'success'}
      title={`${who} answered for ${name}${domain}`}
      politeness="polite"
    >
      {missing > 0
        ? `${countOf(missing, 'permission')} missing. Add what is missing under API permissions of the app registration, then grant admin consent in step 4.`
        : 'All permissions of the application are granted.'}
    </Notice>
  );
}
