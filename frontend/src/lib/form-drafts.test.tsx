import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { forgetDraftsOfOthers, keepDrafts } from './form-drafts.ts';
import { tabKeys } from './storage.ts';
import { useForm } from './use-form.ts';
import { useOpened } from './use-opened.ts';

function Reason({ about }: { about: string }) {
  const { field } = useForm({ reason: '', secret: '', days: 30 }, [], {
    name: `reason:${about}`,
    secrets: ['secret'],
  });
  const reason = field('reason');
  const secret = field('secret');
  return (
    <>
      <input aria-label="Reason" value={reason.value} onChange={(event) => reason.onChange(event.target.value)} />
      <input aria-label="Secret" value={secret.value} onChange={(event) => secret.onChange(event.target.value)} />
    </>
  );
}
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const kept = () => sessionStorage.getItem(tabKeys.drafts);

/** Types into the form and ends the session of this user, which takes the page away. */
async function typeAndEnd(about: string, userId: string) {
  const user = userEvent.setup({ delay: null });
  const page = render(<Reason about={about} />);
  await user.type(screen.getByLabelText('Reason'), 'Scanner needs it');
  await user.type(screen.getByLabelText('Secret'), 'tell nobody');
  keepDrafts(userId);
  page.unmount();
}

describe('a form that was half typed when the session ended', () => {
  test('is there again with what was typed, once, and without its secret', async () => {
    await typeAndEnd('finding-1', 'dana');
    expect(kept()).not.toContain('tell nobody');
    const again = render(<Reason about="finding-1" />);
    expect([typed('Reason'), typed('Secret')]).toEqual(['Scanner needs it', '']);
    expect(kept()).toBeNull();
    again.unmount();
    render(<Reason about="finding-1" />);
    expect(typed('Reason')).toBe('');
  });

  test('does not come back for something else', async () => {
    await typeAndEnd('finding-1', 'dana');
    render(<Reason about="finding-2" />);
    expect(typed('Reason')).toBe('');
  });

  test('is nothing to another user', async () => {
    await typeAndEnd('finding-1', 'dana');
    forgetDraftsOfOthers('alex');
    render(<Reason about="finding-1" />);
    expect(typed('Reason')).toBe('');
  });

  test('is not kept while nothing was changed, or once it is closed', () => {
    const page = render(<Reason about="finding-1" />);
    keepDrafts('dana');
    page.unmount();
    keepDrafts('dana');
    expect(kept()).toBeNull();
  });

  test('takes no field of another kind from what was kept', () => {
    sessionStorage.setItem(
      tabKeys.drafts,
      JSON.stringify({ userId: 'dana', forms: { 'reason:finding-1': { reason: 7, days: 60, more: true } } }),
    );
    render(<Reason about="finding-1" />);
    expect(typed('Reason')).toBe('');
  });

  test('opens its dialog again', async () => {
    await typeAndEnd('b', 'dana');
    function Page({ items }: { items: readonly string[] | undefined }) {
      const { opened } = useOpened<string>({ items, draftOf: (item) => `reason:${item ?? 'new'}` });
      return opened === undefined ? <p>Closed</p> : <Reason about={opened ?? 'new'} />;
    }
    const page = render(<Page items={undefined} />);
    screen.getByText('Closed');
    page.rerender(<Page items={['a', 'b']} />);
    expect(typed('Reason')).toBe('Scanner needs it');
  });
});
