import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const markdown = (text: string) => new Response(text, { headers: { 'content-type': 'text/markdown' } });
const article = [
  '# Brand the sign-in page',
  '',
  'What people see when they sign in.',
  '',
  'Some **bold** words, `code` and a [page of Microsoft](https://learn.microsoft.com/entra).',
  '',
  '## In the portal',
  '',
  '1. Open the page.',
  '2. Read [DMARC](article:dmarc-record).',
  '',
  '```powershell',
  'Get-MgOrganization',
  '```',
  '',
  '| Role | May |',
  '|---|---|',
  '| Viewer | read |',
  '',
  'Not a link: [bad](javascript:alert(1)) and <b>no markup</b>.',
].join('\n');

const serverWith = (text = article) =>
  signedInServer('viewer')
    .on('GET /help/login-branding.md', () => markdown(text))
    .on('GET /help/dmarc-record.md', () => markdown('# DMARC\n\nText.'));

test('a viewer finds five categories, the guides with their risk, and what fixes findings', async () => {
  renderApp('/help', signedInServer('viewer'));
  await screen.findByRole('heading', { level: 1, name: 'Help & Documentation' });
  for (const name of [
    'User Management',
    'Security & Auditing',
    'Audit Findings & Remediation',
    'Mail Flow Security',
    'Reports & Tasks',
    'Fix a finding',
    'Need More Help?',
  ]) {
    expect(screen.getByRole('region', { name }), name).toBeTruthy();
  }
  const guides = within(screen.getByRole('region', { name: 'Audit Findings & Remediation' }));
  const branding = guides.getByRole('link', { name: 'Brand the sign-in page' }).closest('li');
  expect(branding?.textContent).toContain('Medium Risk');
});

test('an article is drawn from its Markdown, and its title is that of the document', async () => {
  renderApp('/help?article=login-branding', serverWith());
  await screen.findByText('bold');
  expect(screen.getByRole('heading', { level: 1, name: 'Brand the sign-in page' })).toBeTruthy();
  expect(document.title).toBe('Brand the sign-in page · Tenantry');
  expect(screen.getByText('What people see when they sign in.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'In the portal' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').some(({ textContent }) => textContent === 'Open the page.')).toBe(true);
  expect(screen.getByRole('cell', { name: 'Viewer' })).toBeTruthy();
  const outside = screen.getByRole('link', { name: 'page of Microsoft (opens in a new tab)' });
  expect(outside.getAttribute('target')).toBe('_blank');
  expect(outside.getAttribute('rel')).toContain('noopener');
});

test('a command is copied with one click', async () => {
  const { user } = renderApp('/help?article=login-branding', serverWith());
  await user.click(await screen.findByRole('button', { name: 'Copy: PowerShell' }));
  expect(await navigator.clipboard.readText()).toBe('Get-MgOrganization');
});

test('what is no link to the web or to an article is text, and so is markup', async () => {
  renderApp('/help?article=login-branding', serverWith());
  const text = await screen.findByText(/Not a link/);
  expect(text.textContent).toBe('Not a link: bad and <b>no markup</b>.');
  expect(within(text).queryByRole('link')).toBeNull();
});

test('a link to another article stays in the application, takes the focus there, and Back returns', async () => {
  const { user, path } = renderApp('/help?article=login-branding', serverWith());
  await user.click(await screen.findByRole('link', { name: 'DMARC' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'DMARC' });
  expect(path()).toBe('/help?article=dmarc-record');
  expect(document.activeElement).toBe(heading);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { level: 1, name: 'Brand the sign-in page' });
  expect(path()).toBe('/help?article=login-branding');
});

test('an article that cannot be loaded says so, and Retry loads it', async () => {
  const server = serverWith().on('GET /help/login-branding.md', () => new Response('', { status: 404 }));
  const { user } = renderApp('/help?article=login-branding', server);
  await screen.findByRole('heading', { level: 1, name: 'Article Not Found' });
  expect(screen.getByText('Sorry, the requested help article could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All help topics' })).toBeTruthy();
  server.on('GET /help/login-branding.md', () => markdown(article));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 1, name: 'Brand the sign-in page' });
});

test("the application's own page in place of an article is no article", async () => {
  const server = serverWith().on(
    'GET /help/login-branding.md',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  );
  renderApp('/help?article=login-branding', server);
  await screen.findByRole('heading', { level: 1, name: 'Article Not Found' });
});

test('an id that is no name of an article asks for no file', async () => {
  const server = signedInServer('viewer');
  renderApp('/help?article=../api/tenants', server);
  await screen.findByRole('heading', { level: 1, name: 'Article Not Found' });
  expect(server.seen.filter(({ path }) => path.endsWith('.md'))).toEqual([]);
});

test('a search is kept in the address, shows what was found, and is cleared', async () => {
  const { user, path } = renderApp('/help', serverWith());
  await user.type(await screen.findByRole('searchbox', { name: 'Search help' }), 'BRAND the sign');
  const results = await screen.findByRole('region', { name: /^Search Results \([1-9]\d*\)$/ });
  expect(path()).toBe('/help?search=BRAND+the+sign');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search help' }));
  await user.click(within(results).getByRole('link', { name: 'Brand the sign-in page' }));
  await user.click(await screen.findByRole('link', { name: 'Search results' }));
  await user.click(await screen.findByRole('button', { name: 'Clear Search' }));
  expect(await screen.findByRole('region', { name: 'User Management' })).toBeTruthy();
  expect(path()).toBe('/help');
});

test('a search that finds nothing says so', async () => {
  const { user } = renderApp('/help?search=xyzzy', signedInServer('viewer'));
  expect(await screen.findByText('No matching help articles found')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Search Results (0)' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear Search' }));
  expect(await screen.findByRole('region', { name: 'Mail Flow Security' })).toBeTruthy();
});
