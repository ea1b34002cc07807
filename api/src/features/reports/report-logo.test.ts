import { changeReportSettings, getReportLogo } from '@tenantry/contract/report-settings';
import { beforeEach, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';

let opened: SimulatedApp;
beforeEach(async () => {
  opened = await openSimulatedApp();
  return opened.close;
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h20v10z"/></svg>';
const ask = () => opened.app.call(getReportLogo, { cookie: opened.cookie });
const save = (body: object) => opened.app.call(changeReportSettings, { body, cookie: opened.cookie });

it('the logo has an address as the picture that is printed, and none once it is taken away', async () => {
  expect((await ask()).status).toBe(404);
  const base64 = Buffer.from(svg).toString('base64');
  const saved = await save({ revision: 0, logo: { contentType: 'image/svg+xml', base64 } });
  expect(saved.status).toBe(200);
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('image/svg+xml');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-disposition']).toContain('attachment');
  await save({ revision: 1, logo: null });
  expect((await ask()).status).toBe(404);
});
