import { expect, test } from 'vitest';
import { clientWords } from './client-words.ts';
import { remedies } from './remedies.ts';

const jargon =
  /\b(?:MFA|SPF|DKIM|DMARC|MX|DNS|PIM|IMAP|POP|SMTP|OAuth|Entra|Exchange|SharePoint|Purview|Intune|Graph|tenant|Conditional Access|policy|policies|legacy|protocol|credential|token|phishing|remediat)/i;

test('every remedy has words for the management of a client, and no others have', () => {
  expect(Object.keys(clientWords)).toEqual(remedies.map(({ id }) => id));
});

test('they are short, whole sentences without the terms of the trade', () => {
  for (const [id, { topic, risk, proposal }] of Object.entries(clientWords)) {
    expect([id, `${topic} ${risk} ${proposal}`.match(jargon)]).toEqual([id, null]);
    expect(topic.length).toBeLessThanOrEqual(70);
    for (const text of [risk, proposal]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text.length).toBeLessThanOrEqual(110);
    }
  }
});
