import type {
  Compliance,
  ControlStatus,
  FrameworkCompliance,
  FrameworkControl,
  FrameworkId,
  FrameworkSummary,
} from '@tenantry/contract/compliance';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const control = (id: string, status: ControlStatus, over: Partial<FrameworkControl> = {}): FrameworkControl => ({
  id,
  title: `Title of ${id}`,
  level: null,
  group: id.split('.')[0] ?? '',
  checksCover: 'whole',
  notCoveredBecause: null,
  status,
  unknownBecause: [],
  checks: [],
  ...over,
});

const mfa = {
  checkId: 'ca.mfa.all',
  title: 'MFA for all users',
  status: 'fail' as const,
  message: 'No policy requires it.',
  finding: { id: `${contoso.id}_f-mfa`, title: 'MFA is missing', acceptance: null },
  article: 'require-mfa',
};

const controls: FrameworkControl[] = [
  control('1.1', 'notMet', { checks: [mfa] }),
  control('1.2', 'couldNotJudge', {
    checksCover: 'partial',
    notCoveredBecause: 'Not seen: the rest.',
    unknownBecause: ['notLicensed', 'notInAudit'],
    checks: [
      {
        checkId: 'new.check',
        title: 'A new check',
        status: null,
        message: 'Run a scan.',
        finding: null,
        article: null,
      },
    ],
  }),
  control('2.1', 'met'),
  control('2.2', 'notAssessed', { checksCover: null, notCoveredBecause: 'Graph does not tell it.' }),
];

const summary = (id: FrameworkId, shortName: string, by: 'publisher' | 'tenantry'): FrameworkSummary => ({
  id,
  name: `${shortName} in full`,
  shortName,
  version: '1',
  publisher: 'Publisher',
  source: 'https://publisher.example/framework',
  mapping: { by, note: `Note of ${shortName}.` },
  counts: { met: 1, supported: 0, partlyMet: 0, notMet: 1, couldNotJudge: 1, notApplicable: 0, notAssessed: 1 },
  coverage: { total: 4, assessed: 3, judged: 2 },
});
const frameworks = [summary('cis-m365', 'CIS', 'publisher'), summary('nist-csf', 'NIST', 'tenantry')];

const audited = { tenantId: contoso.id, auditedAt: '2026-01-02T03:04:00.000Z', reason: null, isSimulated: false };
const whole: Compliance = { ...audited, frameworks };
const detail = (id: FrameworkId): FrameworkCompliance => ({
  ...audited,
  framework: frameworks.find((one) => one.id === id) ?? null,
  groups: [
    { id: '1', label: 'Chapter one' },
    { id: '2', label: 'Chapter two' },
  ],
  controls,
});

const serverWith = (body: Compliance = whole, role: 'admin' | 'viewer' = 'viewer'): FakeServer =>
  signedInServer(role)
    .on('GET /api/evidence/packs', () => json({ items: [] }))
    .on('GET /api/compliance', () => json(body))
    .on('GET /api/compliance/cis-m365', () => json(detail('cis-m365')))
    .on('GET /api/compliance/nist-csf', () => json(detail('nist-csf')));

describe('the compliance page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows each framework with its coverage in words and who mapped it', async () => {
    const server = serverWith();
    renderApp('/compliance', server);
    const cards = within(await screen.findByRole('navigation', { name: 'Frameworks' }));
    const [cis, nist] = cards.getAllByRole('link');
    expect(cis?.textContent).toContain('3 of 4 controls assessed');
    expect(cis?.textContent).toContain('2 judged in this audit');
    expect(cis?.textContent).toContain("Publisher's own ids");
    expect(nist?.textContent).toContain('Mapped by Tenantry');
    expect(cis?.getAttribute('aria-current')).toBe('page');
    expect(server.requestsTo('/api/compliance')[0]?.query.get('tenantId')).toBe(contoso.id);
  });

  test('the chosen framework is in the address, and its note is shown', async () => {
    const { user, path } = renderApp('/compliance', serverWith());
    await user.click(await screen.findByRole('link', { name: /^NIST/ }));
    await screen.findByRole('region', { name: 'NIST in full' });
    expect(path()).toBe(`/compliance?tenantId=${contoso.id}&framework=nist-csf`);
    expect(screen.getByText('Published by Publisher. Note of NIST.')).toBeDefined();
    const source = screen.getByRole('link', { name: 'Source' });
    expect(source.getAttribute('href')).toBe('https://publisher.example/framework');
  });

  test('an address with a framework and filters opens with them', async () => {
    renderApp('/compliance?framework=nist-csf&status=met', serverWith());
    await screen.findByRole('region', { name: 'NIST in full' });
    expect(screen.getByRole('button', { name: /Title of 2\.1/ })).toBeDefined();
    expect(screen.queryByText('Title of 1.1')).toBeNull();
  });

  test('an address with a framework that does not exist opens the first one', async () => {
    renderApp('/compliance?framework=pci-dss', serverWith());
    await screen.findByRole('region', { name: 'CIS in full' });
  });

  test('a control opens to its checks with links to the finding and to what fixes it', async () => {
    const { user } = renderApp('/compliance', serverWith());
    await user.click(await screen.findByRole('button', { name: /Title of 1\.1/ }));
    expect(screen.getByText('No policy requires it.')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Finding: MFA is missing' });
    expect(link.getAttribute('href')).toBe(`/findings?tenantId=${contoso.id}&search=MFA+is+missing`);
    const help = screen.getByRole('link', { name: 'How to fix this (MFA for all users)' });
    expect(help.getAttribute('href')).toBe('/help?article=require-mfa');
  });

  test('a control that could not be judged says why, and what its checks cover', async () => {
    const { user } = renderApp('/compliance', serverWith());
    await user.click(await screen.findByRole('button', { name: /Title of 1\.2/ }));
    expect(
      screen.getByText(
        'Could not be judged: the organization has no license for the feature; the latest audit is older than a check.',
      ),
    ).toBeDefined();
    expect(screen.getByText('Not in this audit')).toBeDefined();
    expect(screen.getByText('This check covers part of the control. Not seen: the rest.')).toBeDefined();
  });

  test('controls without a check are counted in their chapter and are never called met', async () => {
    const { user } = renderApp('/compliance', serverWith());
    const chapter = within(await screen.findByRole('region', { name: 'Chapter two' }));
    expect(chapter.getByText('1 of 2 controls assessed')).toBeDefined();
    expect(chapter.queryByText('Title of 2.2')).toBeNull();
    await user.click(chapter.getByRole('button', { name: '1 control not assessed by Tenantry' }));
    expect(chapter.getByText('Title of 2.2')).toBeDefined();
    expect(chapter.getByText('Graph does not tell it.')).toBeDefined();
    expect(chapter.getAllByText('Met')).toHaveLength(1);
  });

  test('search looks in ids, titles and checks, and says when nothing fits', async () => {
    const { user, path } = renderApp('/compliance', serverWith());
    const box = await screen.findByRole('searchbox', { name: 'Search controls' });
    await user.type(box, 'mfa for ALL');
    await waitFor(() => expect(screen.queryByText('Title of 2.1')).toBeNull());
    expect(screen.getByText('Title of 1.1')).toBeDefined();
    expect(path()).toContain('search=mfa+for+ALL');
    await user.type(box, ' robots');
    await screen.findByText('No controls match these filters');
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[1] as HTMLElement);
    await screen.findByText('Title of 2.1');
  });

  const none: Compliance = {
    ...audited,
    auditedAt: null,
    reason: 'This tenant has never been scanned. Run a scan to see.',
    frameworks: null,
  };

  test('without an audit says why, offers an administrator a scan, and asks for no framework', async () => {
    const server = serverWith(none, 'admin');
    renderApp('/compliance', server);
    await screen.findByText('This tenant has never been scanned. Run a scan to see.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Scan Internal Policies' })).toBeDefined();
    expect(server.requestsTo('/api/compliance/cis-m365')).toEqual([]);
  });

  test('without an audit tells a viewer who can run one', async () => {
    renderApp('/compliance', serverWith(none));
    await screen.findByText('This tenant has never been scanned. Run a scan to see. An administrator can run one.');
  });

  test('an outage of the controls is an error with Retry beside the cards', async () => {
    const server = serverWith().on('GET /api/compliance/cis-m365', () => apiError('UNAVAILABLE', 'No response'));
    const { user } = renderApp('/compliance', server);
    await screen.findByText('Failed to load the controls. Please try again later.');
    expect(screen.getByRole('navigation', { name: 'Frameworks' })).toBeDefined();
    server.on('GET /api/compliance/cis-m365', () => json(detail('cis-m365')));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'CIS in full' });
  });
});
