import { Button, FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { ConfirmPopover } from './confirm-popover.tsx';
import { FormDialog } from './form-dialog.tsx';

function Editor({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const [open, setOpen] = useState(true);
  return (
    <FluentProvider theme={webLightTheme}>
      <FormDialog open={open} title="Edit" submitLabel="Save" onSubmit={onSubmit} onClose={() => setOpen(false)}>
        <label>
          Name <input />
        </label>
      </FormDialog>
    </FluentProvider>
  );
}

describe('a form in a dialog', () => {
  test('sends once however often it is submitted, and closes when that succeeds', async () => {
    const answer = Promise.withResolvers<void>();
    let sent = 0;
    render(
      <Editor
        onSubmit={() => {
          sent += 1;
          return answer.promise;
        }}
      />,
    );
    const save = await screen.findByRole('button', { name: 'Save' });
    save.click();
    save.click();
    await screen.findByRole('button', { name: 'Saving…' });
    answer.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toBe(1);
  });

  test('stays open with the reason when sending fails', async () => {
    render(<Editor onSubmit={() => Promise.reject(new Error('Name is taken'))} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Name is taken');
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  });
});

describe('a confirmation', () => {
  test('does nothing until it is confirmed, and then once', async () => {
    const user = userEvent.setup();
    let done = 0;
    const confirm = async () => {
      done += 1;
    };
    render(
      <FluentProvider theme={webLightTheme}>
        <ConfirmPopover
          trigger={<Button>Cancel scan</Button>}
          question="Cancel this scan?"
          confirmLabel="Yes, cancel"
          onConfirm={confirm}
        />
      </FluentProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'Cancel scan' }));
    await screen.findByText('Cancel this scan?');
    expect(done).toBe(0);
    const yes = await screen.findByRole('button', { name: 'Yes, cancel', hidden: true });
    yes.click();
    yes.click();
    await waitFor(() => expect(screen.queryByText('Cancel this scan?')).toBeNull());
    expect(done).toBe(1);
  });
});
