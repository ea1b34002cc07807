import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import {
  changeNoticeChannel,
  deleteNoticeChannel,
  type NoticeChannel,
  rotateNoticeSecret,
  testNoticeChannel,
} from '@tenantry/contract/notice-channels';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';

type Props = {
  channel: NoticeChannel;
  onEdit: () => void;
  onDeliveries: () => void;
  onSecret: (secret: string) => void;
};

function useRenewed() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['notice-channels'] });
}

function TestChannel({ id, name }: NoticeChannel) {
  const renewed = useRenewed();
  const { submit, pending } = useAction('Not tested', async () => {
    const { ok, reason } = await call(testNoticeChannel, { params: { channelId: id }, tenantId: null });
    const told = ok ? 'It was taken. Look whether it arrived.' : reason;
    showToast({ title: ok ? 'Test sent' : 'The test did not arrive', body: told, intent: ok ? 'success' : 'error' });
    await renewed();
  });
  return (
    <Button size="small" disabled={pending} aria-label={`Test ${name}`} onClick={() => void submit()}>
      {pending ? 'Testing…' : 'Test'}
    </Button>
  );
}

function SwitchChannel({ id, name, isEnabled, revision }: NoticeChannel) {
  const renewed = useRenewed();
  const { submit, pending } = useAction('Not changed', async () => {
    const body = { isEnabled: !isEnabled, revision };
    await call(changeNoticeChannel, { params: { channelId: id }, body, tenantId: null });
    await renewed();
  });
  const label = isEnabled ? 'Switch off' : 'Switch on';
  return (
    <Button size="small" disabled={pending} aria-label={`${label} ${name}`} onClick={() => void submit()}>
      {label}
    </Button>
  );
}

function RotateSecret({ channel: { id, name }, onSecret }: Pick<Props, 'channel' | 'onSecret'>) {
  const renewed = useRenewed();
  const { submit } = useAction('The secret was not replaced', async () => {
    const { secret } = await call(rotateNoticeSecret, { params: { channelId: id }, tenantId: null });
    onSecret(secret);
    await renewed();
  });
  return (
    <ConfirmPopover
      question={`Make a new secret for ${name}? Messages are signed with both for 24 hours.`}
      confirmLabel="Make a new secret"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`New secret for ${name}`}>
          New secret
        </Button>
      }
    />
  );
}

function DeleteChannel({ id, name, rules }: NoticeChannel) {
  const renewed = useRenewed();
  const { submit } = useAction('Channel not deleted', async () => {
    await call(deleteNoticeChannel, { params: { channelId: id }, tenantId: null });
    showToast({ title: 'Channel deleted', body: name, intent: 'success' });
    await renewed();
  });
  return (
    <ConfirmPopover
      question={`Delete the channel ${name}? ${rules === 0 ? 'No rule sends' : `${rules} of the rules send`} to it.`}
      confirmLabel="Delete"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
    />
  );
}

/** What can be done with a channel. */
export function ChannelActions({ channel, onEdit, onDeliveries, onSecret }: Props) {
  return (
    <>
      <TestChannel {...channel} />
      <Button size="small" aria-label={`Deliveries of ${channel.name}`} onClick={onDeliveries}>
        Deliveries
      </Button>
      <Button size="small" aria-label={`Edit ${channel.name}`} onClick={onEdit}>
        Edit
      </Button>
      <SwitchChannel {...channel} />
      {channel.settings.kind === 'webhook' && <RotateSecret channel={channel} onSecret={onSecret} />}
      <DeleteChannel {...channel} />
    </>
  );
}
