import { describe, expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

const failure = (code: string, message = '', status = 0) => ({ status, code, message });

describe('a failure on the way to Microsoft', () => {
  it.each([
    [
      failure('invalid_client', 'AADSTS700027: Client assertion contains an invalid signature.', 401),
      'AADSTS700027',
      /upload the certificate/i,
    ],
    [failure('invalid_client', 'AADSTS700024: not within its valid time range', 401), 'AADSTS700024', /clock/],
    [failure('invalid_client', 'AADSTS1000502: The provided certificate', 401), 'AADSTS1000502', /new certificate/],
    [failure('invalid_request', "AADSTS90002: Tenant 'x' not found.", 401), 'AADSTS90002', /tenant\) ID/],
    [failure('ENOTFOUND', 'getaddrinfo ENOTFOUND login.microsoftonline.com'), 'ENOTFOUND', /HTTPS_PROXY/],
    [failure('ECONNREFUSED', 'connect ECONNREFUSED 203.0.113.1:443'), 'ECONNREFUSED', /login\.microsoftonline\.com/],
    [failure('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error'), 'UND_ERR_CONNECT_TIMEOUT', /graph\.microsoft\.com/],
    [failure('TimedOut', 'No answer within 18 s'), 'TimedOut', /HTTPS_PROXY/],
    [
      failure('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'),
      'UND_ERR_ABORTED',
      /user and password/,
    ],
    [
      failure('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate'),
      'SELF_SIGNED_CERT_IN_CHAIN',
      /NODE_EXTRA_CA_CERTS/,
    ],
    [
      failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify'),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      /NODE_EXTRA_CA/,
    ],
    [failure('UnexpectedBody', 'Entra ID answered 200 with HTML'), 'UnexpectedBody', /proxy/],
    [failure('Unknown', 'Entra ID answered with status 503.', 503), '503', /few minutes/],
  ])('%o says what to do', (told, code, whatToDo) => {
    expect(explainFailure(told)).toMatchObject({
      code,
      meaning: expect.any(String),
      whatToDo: expect.stringMatching(whatToDo),
    });
  });

  it('that is not known is not explained', () => {
    expect(explainFailure(failure('Authorization_RequestDenied', 'Insufficient privileges', 403))).toBeNull();
    expect(explainFailure(failure('UnreadableToken', 'The token does not tell'))).toBeNull();
  });
});
