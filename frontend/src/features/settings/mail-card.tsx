import { Button, Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailSettings, testMail } from '@tenantry/contract/mail-settings';
import { call } from '../../lib/api-client.ts';
import { messageOf, wasCanceled } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { mailSecurityLabels, mailSignInLabels, mailWayLabels } from './mail-labels.ts';
import { mailSettingsQuery } from './settings-queries.ts';

const MailDialog = onDemand(async () => (await import('./mail-dialog.tsx')).MailDialog);

/** From which mailbox this installation sends, and what became of the last mail. */
export function MailCard() {
  const query = useQuery(mailSettingsQuery());
  const settings = query.data;
  const { opened, open, close, fallback } = useOpened<MailSettings>();
  return (
    <SectionCard
      title="Mail"
      subtitle="The mailbox that notifications and scheduled reports come from."
      actions={
        settings && (
          <>
            {settings.way !== 'off' && <TestButton />}
            <Button ref={fallback} onClick={() => open(settings)}>
              Edit mail settings
            </Button>
          </>
        )
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading the mail settings"
        errorTitle="The mail settings could not be loaded"
      >
        {(shown) => <Facts settings={shown} />}
      </QueryState>
      {opened && <MailDialog settings={opened} onClose={close} />}
    </SectionCard>
  );
}

function TestButton() {
  const client = useQueryClient();
  const { submit, pending } = useSubmit(async () => {
    try {
      const { to, isDelivered, answer } = await call(testMail, { tenantId: null });
      showToast({
        title: isDelivered ? `Sent to ${to}` : 'The mail was not delivered',
        body: answer,
        intent: isDelivered ? 'success' : 'error',
      });
    } catch (error) {
      if (!wasCanceled(error)) showToast({ title: 'Not tested', body: messageOf(error), intent: 'error' });
    }
    await client.invalidateQueries({ queryKey: mailSettingsQuery().queryKey });
  });
  return (
    <Button onClick={() => submit()} disabledFocusable={pending}>
      {pending ? 'Sending…' : 'Send a test to me'}
    </Button>
  );
}

function serverText({ way, host, port, security }: MailSettings): string {
  return way === 'smtp' ? `${host}, port ${port}, ${mailSecurityLabels[security]}` : '—';
}

function lastText({ lastDelivery }: MailSettings): string {
  if (lastDelivery === null) return 'None yet';
  const { isDelivered, at, answer } = lastDelivery;
  return `${isDelivered ? 'Delivered' : 'Not delivered'}, ${formatDateTime(at)}${answer === '' ? '' : `: ${answer}`}`;
}

function Facts({ settings }: { settings: MailSettings }) {
  const { way, fromAddress, fromName, signIn, unavailable, updatedAt, updatedBy } = settings;
  return (
    <>
      <FactGrid
        columnPx={200}
        facts={[
          ['Sent by', mailWayLabels[way]],
          ['From', way === 'off' ? '—' : `${fromName} <${fromAddress}>`],
          ['Server', serverText(settings)],
          ['Sign-in', way === 'smtp' ? mailSignInLabels[signIn] : '—'],
          ['Last mail', lastText(settings)],
        ]}
      />
      {way !== 'off' && unavailable !== null && <Text weight="semibold">{unavailable}</Text>}
      {updatedAt !== null && (
        <Hint>
          Last updated: {formatDateTime(updatedAt)}
          {updatedBy !== null && ` by ${updatedBy}`}
        </Hint>
      )}
    </>
  );
}
