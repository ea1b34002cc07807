import { describe, expect, test } from 'vitest';
import { verdictFor } from '../../testing/verdict-for.ts';

const used = { signIns: [{ userId: 'u', clientAppUsed: 'Authenticated SMTP', status: { errorCode: 0 } }] };
const off = { exchangeTransportConfig: { SmtpClientAuthenticationDisabled: true } };

describe('SMTP AUTH', () => {
  test('that is used is not off, even where the setting cannot be read', () => {
    expect(verdictFor('exo.smtpauth', used)).toMatchObject({
      status: 'fail',
      message: '1 account signed in with SMTP AUTH in the last 7 days.',
      evidence: [{ dataset: 'legacySignIns', observed: '1 successful sign-in with Authenticated SMTP' }],
      affected: [{ type: 'user', id: 'u', name: 'u' }],
      affectedCount: 1,
    });
  });

  test('names each account once, and none that used another protocol', () => {
    const signIn = (userId: string, clientAppUsed: string) => ({ userId, clientAppUsed, status: { errorCode: 0 } });
    const signIns = [
      signIn('a', 'IMAP4'),
      signIn('a', 'Authenticated SMTP'),
      signIn('b', 'POP3'),
      signIn('a', 'authenticated smtp'),
      { ...signIn('c', 'Authenticated SMTP'), status: { errorCode: 50126 } },
    ];
    const { affected, affectedCount } = verdictFor('exo.smtpauth', { signIns });
    expect([affected.map(({ id }) => id), affectedCount]).toEqual([['a'], 1]);
  });

  test('that is allowed says where the accounts that use it can be read, where the log names none', () => {
    const on = { exchangeTransportConfig: { SmtpClientAuthenticationDisabled: false } };
    expect(verdictFor('exo.smtpauth', on).recommendation).toContain('SMTP AUTH clients report');
    expect(verdictFor('exo.smtpauth', { ...off, ...used }).recommendation).toContain('Get-CASMailbox');
  });

  test('that nobody uses may still be allowed: nothing is concluded', () => {
    expect(verdictFor('exo.smtpauth', { signIns: [] }).status).toBe('couldNotCheck');
    const imap = { signIns: [{ userId: 'u', clientAppUsed: 'IMAP4', status: { errorCode: 0 } }] };
    expect(verdictFor('exo.smtpauth', imap).status).toBe('couldNotCheck');
  });

  test('off for the organization and on for a mailbox is a warning', () => {
    expect(verdictFor('exo.smtpauth', { ...off, ...used })).toMatchObject({
      status: 'warning',
      evidence: [
        { dataset: 'exchangeTransportConfig', observed: 'SmtpClientAuthenticationDisabled = true' },
        { dataset: 'legacySignIns', observed: '1 successful sign-in with Authenticated SMTP' },
      ],
    });
  });

  test('off for the organization is off, and says that single mailboxes are not seen where the sign-ins were not read', () => {
    const refused = { signIns: { error: { status: 403, code: 'Authorization_RequestDenied' } } };
    for (const snapshot of [{ ...off, ...refused }, off])
      expect(verdictFor('exo.smtpauth', snapshot)).toMatchObject({
        status: 'pass',
        message: expect.stringContaining('individual mailboxes'),
      });
    expect(verdictFor('exo.smtpauth', { ...off, signIns: [] }).message).toContain('nobody used it');
  });

  test.each([
    ['a list of none', { exchangeTransportConfig: [] }],
    ['a setting that is not reported', { exchangeTransportConfig: [{}] }],
    ['a setting of another form', { exchangeTransportConfig: { SmtpClientAuthenticationDisabled: 'yes' } }],
    ['a refusal', { exchangeTransportConfig: { error: { status: 500, code: 'x' } } }],
  ])('cannot be judged from %s', (_, snapshot) => {
    expect(verdictFor('exo.smtpauth', snapshot).status).toBe('couldNotCheck');
  });

  test('is on where one of two answers says so', () => {
    const two = [{ SmtpClientAuthenticationDisabled: true }, { SmtpClientAuthenticationDisabled: false }];
    expect(verdictFor('exo.smtpauth', { exchangeTransportConfig: two }).status).toBe('fail');
  });
});

describe('modern authentication', () => {
  test.each([
    [{ OAuth2ClientProfileEnabled: true }, 'pass'],
    [{ OAuth2ClientProfileEnabled: false }, 'fail'],
    [{}, 'couldNotCheck'],
    [[], 'couldNotCheck'],
    [undefined, 'couldNotCheck'],
  ])('with %j is judged %s', (exchangeOrganizationConfig, status) => {
    expect(verdictFor('exo.modernauth', { exchangeOrganizationConfig }).status).toBe(status);
  });
});
