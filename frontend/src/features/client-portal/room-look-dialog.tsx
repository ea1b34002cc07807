import { useQueryClient } from '@tanstack/react-query';
import { type ClientRoom, changeClientRoom, maxWelcome } from '@tenantry/contract/client-room';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { isColor, ownColor } from '../../lib/color.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { clientRoomQuery, roomLookDraft } from './client-portal-queries.ts';
import { useClientRoom } from './use-client-room.ts';

const fields = ['color', 'welcome'];

const colorHint = (color: string) =>
  color === '' || isColor(color)
    ? 'Empty: that of the reports. Text is always shown in a shade that can be read, light and dark.'
    : 'Such as #0f6cbd.';

type Props = { room: ClientRoom; onClose: () => void };

/** Edits color and welcome of a room. Where somebody else changed it meanwhile, it is told and nothing that was typed is lost. */
export function RoomLookDialog({ room, onClose }: Props) {
  const client = useQueryClient();
  const { change } = useClientRoom(room.tenantId);
  const [base, setBase] = useState(room);
  const { values, field, sendChecked } = useForm(() => ({ color: room.color ?? '', welcome: room.welcome }), fields, {
    name: roomLookDraft(room.tenantId),
  });
  const look = { color: values.color === '' ? null : values.color, welcome: values.welcome };
  const save = async () => {
    try {
      await change(base, look);
      showToast({ title: 'Room saved', intent: 'success' });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT')
        setBase(client.getQueryData(clientRoomQuery(room.tenantId).queryKey) ?? base);
      throw error;
    }
  };
  const { isOpen, showsPrices, revision } = base;
  return (
    <FormDialog
      open
      title="Edit color and welcome"
      submitLabel="Save"
      onSubmit={() => sendChecked(formErrors(changeClientRoom.body, { revision, isOpen, showsPrices, ...look }), save)}
      onClose={onClose}
    >
      {base !== room && (
        <Notice intent="warning" title="Somebody else changed this room" politeness="polite">
          They saved color {base.color ?? 'of the reports'} and welcome “{base.welcome}”. What you typed is kept: Save
          puts it over theirs.
        </Notice>
      )}
      <ColorField initial={ownColor} hint={colorHint(values.color)} {...field('color')} />
      <TextArea
        label="Welcome"
        hint={`Stands first in the room. At most ${maxWelcome} characters; empty for none.`}
        {...field('welcome')}
      />
    </FormDialog>
  );
}
