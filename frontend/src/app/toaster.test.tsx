import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showToast } from '../lib/toast.ts';
import { signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

test('one toast is shown at a time: the next takes the place of the one before', async () => {
  renderApp('/profile', signedInServer());
  await screen.findByRole('navigation', { name: 'Breadcrumb' });
  showToast({ title: 'First', intent: 'success' });
  await screen.findByText('First');
  showToast({ title: 'Second', intent: 'error' });
  await screen.findByText('Second');
  expect(screen.queryByText('First')).toBeNull();
  showToast({ title: 'Third', intent: 'info', yields: true });
  await waitFor(() => expect(screen.queryByText('Third')).toBeNull());
  screen.getByText('Second');
});
