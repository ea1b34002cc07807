import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/test-m365';
const page = '/admin/test-m365';
const result = (over: object = {}) =>
  json({
    status: 'success',
    message: 'Microsoft Graph answered.',
    timestamp: '2026-03-04T12:00:00.000Z',
    credentials: {
      ...{ clientId: '1111…dddd', tenantId: '2222…dddd', clientSecret: 'configured' },
      certificate: 'not configured',
    },
    ...{ directory: null, permissions: null, explanation: null },
    data: { value: [{ displayName: 'Contoso' }] },
    ...over,
  });
const failed = 'Failed to test Microsoft Graph API connection';

describe('the test of the Graph API', () => {
  test('shows how it went, with what it asked, and the answer', async () => {
    const { user } = renderApp(
      page,
      signedInServer().on(`GET ${path}`, () => result()),
    );
    await screen.findByText('Success');
    expect(screen.getByText('Microsoft Graph answered.')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Credentials' }));
    expect(screen.getByRole('tabpanel', { name: 'Credentials' }).textContent).toContain('Client ID1111…dddd');
    await user.click(screen.getByRole('tab', { name: 'Response' }));
    expect(screen.getByRole('region', { name: 'Response body' }).textContent).toContain('"displayName": "Contoso"');
  });

  test.each([
    ['mock', 'Mock Mode'],
    ['failed', 'Failed'],
  ])('calls the status %s by the words %s', async (status, label) => {
    renderApp(
      page,
      signedInServer().on(`GET ${path}`, () => result({ status, data: null })),
    );
    await screen.findByText(label, { selector: '.fui-Badge' });
    expect(screen.queryByText('Success')).toBeNull();
  });

  test('is made again on demand, and shows no earlier result for one that failed', async () => {
    const server = signedInServer().on(`GET ${path}`, () => result());
    const { user } = renderApp(page, server);
    await screen.findByText('Success');
    server.on(`GET ${path}`, () => apiError('UNAVAILABLE', 'Microsoft does not answer'));
    await user.click(screen.getByRole('button', { name: 'Test Again' }));
    await screen.findByText(failed);
    expect(screen.getByText(/Microsoft does not answer/)).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Success')).toBeNull());
  });

  test('that is answered by something else says with which status', async () => {
    const gateway = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
    renderApp(page, signedInServer().on(`GET ${path}`, gateway));
    await screen.findByText(failed);
    expect(screen.getByText(/HTTP 502: Bad Gateway/)).toBeDefined();
  });
});
