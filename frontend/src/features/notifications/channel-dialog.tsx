import { useQueryClient } from '@tanstack/react-query';
import { NoticeChannelKind } from '@tenantry/contract/notice-channel-kinds';
import { changeNoticeChannel, createNoticeChannel, type NoticeChannel } from '@tenantry/contract/notice-channels';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { channelKinds } from './channel-kinds.tsx';

const shown = [
  'name',
  'settings.url',
  'settings.recipients',
  'settings.systemId',
  ...Array.from({ length: 50 }, (_, at) => `settings.recipients.${at}`),
];

type Props = {
  /** Null: a new one. */
  channel: NoticeChannel | null;
  /** Hears of the secret that a new channel made, which is shown once. */
  onSecret: (secret: string) => void;
  onClose: () => void;
};

/** Sets up a channel, or changes one. */
export function ChannelDialog({ channel, onSecret, onClose }: Props) {
  const client = useQueryClient();
  const { values, change, field, errors, sendChecked } = useForm(
    () => ({
      kind: channel?.settings.kind ?? ('mail' as NoticeChannelKind),
      name: channel?.name ?? '',
      url: '',
      recipients: channel?.settings.kind === 'mail' ? channel.settings.recipients.join('\n') : '',
      systemId: channel?.settings.kind === 'ticket' ? channel.settings.systemId : '',
    }),
    shown,
  );
  const kind = channelKinds[values.kind];
  const settings = kind.inputOf(values);
  // An address is a secret: it is not sent again unless another one was entered.
  const isKept = channel !== null && (values.kind === 'teams' || values.kind === 'webhook') && values.url === '';
  const body = isKept ? { name: values.name } : { name: values.name, settings };
  const problems = () =>
    channel === null
      ? formErrors(createNoticeChannel.body, body)
      : formErrors(changeNoticeChannel.body, { ...body, revision: channel.revision });
  const send = () =>
    sendChecked(problems(), async () => {
      if (channel === null) {
        const { secret } = await call(createNoticeChannel, { body: { name: values.name, settings }, tenantId: null });
        if (secret !== null) onSecret(secret);
      } else {
        const input = { params: { channelId: channel.id }, body: { ...body, revision: channel.revision } };
        await call(changeNoticeChannel, { ...input, tenantId: null });
      }
      showToast({
        title: channel === null ? 'Channel set up' : 'Channel changed',
        body: values.name,
        intent: 'success',
      });
      await client.invalidateQueries({ queryKey: ['notice-channels'] });
      await client.invalidateQueries({ queryKey: ['notice-rules'] });
    });
  return (
    <FormDialog
      open
      title={channel === null ? 'New channel' : `Edit ${channel.name}`}
      submitLabel={channel === null ? 'Set up' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      {channel === null && (
        <SelectField
          label="Kind"
          options={NoticeChannelKind.options}
          labelOf={(one) => channelKinds[one].label}
          {...field('kind')}
        />
      )}
      <TextField label="Name" required isProse {...field('name')} />
      {kind.fields({ values, change, errors, isKept: channel !== null })}
    </FormDialog>
  );
}
