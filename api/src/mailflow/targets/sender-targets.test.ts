import type { MailUse } from '@tenantry/contract/mailflow';
import { describe, expect, it } from 'vitest';
import { checkDomain } from '../check-domain.ts';
import { askedDns } from '../testing/asked-dns.ts';

const include = 'include:spf.protection.outlook.com';
const others = {
  'spf.protection.outlook.com': { TXT: [['v=spf1 ip4:192.0.2.0/24 -all']] },
  'good.example': { TXT: [['v=spf1 ip4:198.51.100.0/24 -all']] },
  'half.example': { TXT: [[`v=spf1 ${include} include:gone.example -all`]] },
  'broken.example': { TXT: [['v=spf1 moo']] },
};

function check(records: object, more: { sends?: MailUse | null; zone?: object } = {}) {
  return checkDomain('a.example', {
    dns: askedDns({ ...others, 'a.example': records, ...more.zone }),
    fetchPolicy: () => Promise.resolve({ status: 'failed', reason: 'nothing there' }),
    now: new Date('2026-11-20T10:20:30.456Z'),
    sends: more.sends ?? null,
    initialDomain: null,
  });
}

const spf = (...texts: string[]) => ({ TXT: texts.map((text) => [text]) });

describe('the SPF target of a domain without MX that sends through Microsoft 365', () => {
  it.each([
    ['redirect=gone.example', `v=spf1 ${include} -all`],
    ['redirect=broken.example', `v=spf1 ${include} -all`],
    ['ip4:203.0.113.1 redirect=gone.example', `v=spf1 ${include} ip4:203.0.113.1 -all`],
    ['ip4:203.0.113.1 redirect=half.example', `v=spf1 ${include} ip4:203.0.113.1 -all`],
    [`${include} redirect=gone.example`, `v=spf1 ${include} -all`],
    ['redirect=good.example', `v=spf1 ${include} redirect=good.example`],
  ])('%s', async (terms, value) => {
    const { targets } = await check(spf(`v=spf1 ${terms}`), { sends: 'microsoft365' });
    expect(targets.find(({ area }) => area === 'spf')?.value).toBe(value);
  });

  it('a broken redirect is to be replaced, and by whom is said only where that is known', async () => {
    const advice = async (sends: MailUse | null) => {
      const { issues } = await check(spf('v=spf1 redirect=gone.example'), { sends });
      return issues.find(({ code }) => code === 'spf_redirect_none')?.recommendation;
    };
    expect(await advice('microsoft365')).toMatch(/^Replace the redirect/);
    expect(await advice('other')).toMatch(/^The name that this record redirects to has no SPF record/);
  });
});

describe('while it is open whether a domain sends', () => {
  it.each([[['v=spf1 -all', 'v=spf1 -all']], [['v=spf1 -all', 'v=spf1 ~all']], [['v=spf1 ~all']]])(
    '%j gets no SPF and no MX value, and the note says why',
    async (texts) => {
      const { sending, targets } = await check({ ...spf(...texts), A: ['192.0.2.1'] });
      expect(sending.isOpen).toBe(true);
      const found = targets.filter(({ area }) => area === 'spf' || area === 'mx');
      expect(found.map(({ area, value, note }) => [area, value, note])).toEqual([
        ['spf', null, expect.stringContaining('find out whether the domain sends mail')],
      ]);
    },
  );
});

it.each([
  ['rua=mailto:a@a.example!10m,https://foo', 'v=DMARC1; p=reject; rua=mailto:a@a.example', null],
  ['rua=https://foo', 'v=DMARC1; p=reject', expect.stringContaining('No mailbox for the reports is known')],
  [
    'rua=mailto:a@a.example; ruf=https://foo,MAILTO:f@a.example',
    'v=DMARC1; p=reject; rua=mailto:a@a.example; ruf=MAILTO:f@a.example',
    null,
  ],
])('the DMARC target keeps the mail addresses of %s alone', async (tags, value, note) => {
  const { targets } = await check(
    {},
    { sends: 'other', zone: { '_dmarc.a.example': spf(`v=DMARC1; p=none; ${tags}`) } },
  );
  expect(targets.find(({ area }) => area === 'dmarc')).toMatchObject({ value, note });
});
