import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeKey } from './dkim-key.ts';
import type { Zone } from './names.ts';
import { type Message, receiverOver } from './receiver.ts';
import { rsaModulusBits } from './rsa-modulus.ts';
import { sampleKeys } from './sample-keys.ts';

const [strong] = sampleKeys.rsa2048;
const [middling] = sampleKeys.rsa1024;
const [weak] = sampleKeys.rsa512;

test.each([
  [`v=DKIM1; k=rsa; p=${strong}`, 'sound'],
  [`p=${strong}`, 'sound'],
  [`v=DKIM1; p=${strong.slice(0, 40)} ${strong.slice(40)};`, 'sound'],
  [`v=DKIM1; p=${middling}`, 'sound'],
  [`v=DKIM1; k=ed25519; p=${sampleKeys.ed25519}`, 'sound'],
  [`v=DKIM1; h=sha1:sha256; s=email; t=s; p=${strong}`, 'sound'],
  [`v=DKIM1; p=${weak}`, 'forgeable'],
  [`k=rsa; n=short; p=${weak}`, 'forgeable'],
  [`v=DKIM1; t=y; p=${weak}`, 'unusable'],
  [`v=DKIM1; t=s:y; p=${strong}`, 'unusable'],
  [`v=DKIM1; h=sha1; p=${weak}`, 'unusable'],
  [`v=DKIM1; k=dsa; p=${weak}`, 'unusable'],
  [`v=DKIM1; s=tlsrpt; p=${weak}`, 'unusable'],
  [`v=DKIM2; p=${weak}`, 'unusable'],
  [`k=rsa; v=DKIM1; p=${weak}`, 'unusable'],
  [`v=DKIM1; p=${weak}; p=${weak}`, 'unusable'],
  ['v=DKIM1; p=', 'unusable'],
  ['v=DKIM1; k=rsa', 'unusable'],
  ['v=DKIM1; p=bm8ga2V5', 'unusable'],
  ['v=spf1 -all', 'unusable'],
])('the key record %s is %s', (record, expected) => {
  expect(judgeKey(record).strength).toBe(expected);
});

test('the size of an RSA key is read from either of its forms as Node reads it', () => {
  const sizes = [...sampleKeys.rsa2048, ...sampleKeys.rsa1024, ...sampleKeys.rsa512].map((text) => {
    const der = Buffer.from(text, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    expect([rsaModulusBits(der), rsaModulusBits(key.export({ type: 'pkcs1', format: 'der' }))]).toEqual([bits, bits]);
    return bits;
  });
  expect(sizes).toEqual([2048, 2048, 1024, 1024, 512, 512]);
});

const zone: Zone = {
  'example.com': { TXT: [['v=spf1 ip4:192.0.2.0/24 -all']] },
  'news.example.com': { TXT: [['v=spf1 ip4:198.51.100.0/24 -all']] },
  '_dmarc.example.com': { TXT: [['v=DMARC1; p=reject; sp=quarantine']] },
  's1._domainkey.example.com': { CNAME: ['s1._domainkey.provider.example'] },
  's1._domainkey.provider.example': { TXT: [[`v=DKIM1; p=${strong.slice(0, 200)}`, strong.slice(200)]] },
  's2._domainkey.news.example.com': { TXT: [[`v=DKIM1; p=${weak}`]] },
  'open.example.net': { TXT: [['v=spf1 +all']] },
};
const stranger: Message = {
  ip: '203.0.113.1',
  helo: 'mx.open.example',
  envelope: 'open.example.net',
  from: 'example.com',
};
const signature = (domain: string, selector: string, by: 'owner' | 'outsider') => ({ domain, selector, by });

test.each<[string, Partial<Message>, string, string[]]>([
  ['a message with nothing that aligns', {}, 'rejected', []],
  ['one from a name below', { from: 'news.example.com' }, 'quarantined', []],
  ['one from a domain without DMARC', { from: 'open.example.net' }, 'delivered', ['spf']],
  ['one from a domain that is not there', { from: 'gone.example' }, 'delivered', []],
  [
    'the envelope of the domain from its own server',
    { ip: '192.0.2.7', envelope: 'example.com' },
    'delivered',
    ['spf'],
  ],
  ['that from elsewhere', { envelope: 'example.com' }, 'rejected', []],
  ['the envelope of a name below', { ip: '198.51.100.7', envelope: 'news.example.com' }, 'delivered', ['spf']],
  ['no envelope, and the domain in HELO', { ip: '192.0.2.7', envelope: '', helo: 'example.com' }, 'delivered', ['spf']],
  ['a signature of the owner', { signatures: [signature('example.com', 's1', 'owner')] }, 'delivered', ['dkim']],
  ['one of somebody else', { signatures: [signature('example.com', 's1', 'outsider')] }, 'rejected', []],
  ['one under a broken key', { signatures: [signature('news.example.com', 's2', 'outsider')] }, 'delivered', ['dkim']],
  ['one for another domain', { signatures: [signature('provider.example', 's1', 'owner')] }, 'rejected', []],
  ['one without a key', { signatures: [signature('example.com', 's9', 'owner')] }, 'rejected', []],
])('%s', (_name, change, outcome, passesBy) => {
  expect(receiverOver(zone).receive({ ...stranger, ...change })).toMatchObject({ outcome, passesBy });
});

test('strict alignment turns away what a name below sent or signed', () => {
  const strict: Zone = { ...zone, '_dmarc.example.com': { TXT: [['v=DMARC1; p=reject; aspf=s; adkim=s']] } };
  const fromNews = { ...stranger, ip: '198.51.100.7', envelope: 'news.example.com' };
  const signed = { ...stranger, signatures: [signature('news.example.com', 's2', 'outsider')] };
  const { receive } = receiverOver(strict);
  expect([receive(fromNews).outcome, receive(signed).outcome]).toEqual(['rejected', 'rejected']);
  expect(receive({ ...fromNews, from: 'news.example.com' }).outcome).toBe('delivered');
});
