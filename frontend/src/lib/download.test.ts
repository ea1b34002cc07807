import { expect, test } from 'vitest';
import { fileNameOf } from './download.ts';

test.each([
  ['attachment; filename="Report_Contoso.pdf"', 'Report_Contoso.pdf'],
  ['attachment; filename=plain.csv', 'plain.csv'],
  [`attachment; filename="x.csv"; filename*=UTF-8''Findings_Caf%C3%A9.csv`, 'Findings_Café.csv'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'broken%E9.csv', 'x.csv'],
  ['attachment', null],
  [null, null],
])('the file name of %s is %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
