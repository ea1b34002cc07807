import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { changeMailSettings } from '@tenantry/contract/mail-settings';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { copyFonts } from '../../../font-files.mjs';
import { addressesIn, type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { createReportRenderer } from '../reports/report-renderer.ts';
import { pdfText } from '../reports/testing/pdf-text.ts';
import { jane, openScheduledStack, type ScheduledStack, serverSettings, weak } from './testing/scheduled-stack.ts';

const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
copyFonts(fontsDir);
const renderer = createReportRenderer({ fontsDir, timeoutMs: 60_000 });
const trusted = tls.getCACertificates('default');
let server: MailServer;
let stack: ScheduledStack;

beforeAll(async () => {
  server = await startMailServer({ name: 'localhost', user: 'mailer', password: 's3cret-in-vault' });
  // As NODE_EXTRA_CA_CERTS does for a relay with a certificate of one's own.
  tls.setDefaultCACertificates([...trusted, server.certificate]);
});
afterEach(() => stack.close());
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await server.close();
  await renderer.close();
  rmSync(fontsDir, { recursive: true });
});

it('a schedule that is due becomes a mail with the PDF in it, which a reader of mail can read, and is kept and in the trail', async () => {
  stack = await openScheduledStack({ MAIL_PRIVATE_SERVER: 'allowed' });
  stack.sendsByItself();
  stack.rendering.mockImplementation((model) => renderer.render(model));
  const settings = {
    ...serverSettings(server.port),
    host: 'localhost',
    signIn: 'password',
    user: 'mailer',
    password: 's3cret-in-vault',
  };
  const saved = await stack.test.call(changeMailSettings, { body: settings, cookie: stack.cookie });
  expect(saved.json).toMatchObject({ unavailable: null });
  await stack.scan();
  await stack.contacts([jane]);
  await stack.create({ name: 'Monthly to clients' });
  await stack.at('2026-12-01T08:00:30Z');
  await stack.minute();

  const [delivery] = await stack.deliveries({ tenantId: weak });
  expect(delivery).toMatchObject({ state: 'sent', recipients: [{ address: jane.address, state: 'sent', as: 'file' }] });
  const arrived = server.arrived.filter(({ to }) => to.includes(jane.address));
  expect(arrived).toHaveLength(1);
  const mail = arrived[0]?.mail;
  expect(addressesIn(mail?.from)).toEqual(['reports@msp.example']);
  expect(addressesIn(mail?.to)).toEqual([jane.address]);
  expect(mail?.subject).toBe('Management summary of Bracken Freight Group, 2026-11-20');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  const file = mail?.attachments[0];
  expect(file).toMatchObject({ contentType: 'application/pdf', filename: expect.stringMatching(/^Report_Bracken/) });
  expect(file?.content.subarray(0, 8).toString()).toBe('%PDF-1.7');
  const { pages, text } = pdfText(Uint8Array.from(file?.content ?? []));
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThanOrEqual(4);
  expect(text).toContain('Bracken Freight Group');
  const trail = await stack.trail(weak);
  expect(trail).toContain('report_sent');
  expect(trail).toContain(jane.address);
  expect(vi.isMockFunction(stack.app.mail.send)).toBe(false);
}, 120_000);
