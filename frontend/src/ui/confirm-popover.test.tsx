import { Button, FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ConfirmPopover } from './confirm-popover.tsx';

const guards = () => document.querySelectorAll('[data-tabster-dummy]').length;

function renderConfirmation(onConfirm: () => Promise<void> = async () => undefined) {
  render(
    <FluentProvider theme={webLightTheme}>
      <ConfirmPopover
        trigger={<Button>Delete</Button>}
        question="Delete it?"
        confirmLabel="Yes, delete"
        onConfirm={onConfirm}
      />
    </FluentProvider>,
  );
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'Delete' }) };
}

describe('what asks before it is done', () => {
  test('puts no focus guard into the page before it is opened', async () => {
    const { button } = renderConfirmation();
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    expect(guards()).toBe(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // That the focus goes in by itself a browser tells (e2e/accessibility.spec.ts): nothing is laid out here.
  test('gives the focus back where Escape closes it', async () => {
    const { user, button } = renderConfirmation();
    await user.click(button);
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    cancel.focus();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  test('is closed by its own button, and by Cancel, and opens again', async () => {
    let done = 0;
    const { user, button } = renderConfirmation(async () => {
      done += 1;
    });
    for (const close of [() => button.click(), () => screen.getByRole('button', { name: 'Cancel' }).click()]) {
      await user.click(button);
      await screen.findByText('Delete it?');
      close();
      await waitFor(() => expect(screen.queryByText('Delete it?')).toBeNull());
    }
    expect(done).toBe(0);
  });

  test('stays open where what closed before gives the focus back only now', async () => {
    const { user, button } = renderConfirmation();
    await user.click(button);
    (await screen.findByRole('button', { name: 'Cancel' })).focus();
    const other = document.body.appendChild(document.createElement('button'));
    other.focus();
    expect(document.activeElement).toBe(other);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Delete it?')).toBeDefined();
    await user.click(other);
    await waitFor(() => expect(screen.queryByText('Delete it?')).toBeNull());
    other.remove();
  });

  test('stays with the reason where it fails', async () => {
    const { user, button } = renderConfirmation(() => Promise.reject(new Error('It is in use')));
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Yes, delete' }));
    await screen.findByText('It is in use');
    expect(screen.getByText('Delete it?')).toBeDefined();
  });
});
