import { expect, test } from 'vitest';
import { proxyEnvironment, throughProxy } from './proxy-environment.mjs';

const proxy = 'http://proxy.msp.example:3128';
const own = 'localhost,127.0.0.1,[::1]';

test('where no proxy is named, nothing is said of one', () => {
  expect(throughProxy({ NO_PROXY: '*.msp.example', HTTPS_PROXY: '' })).toEqual({});
});

test('this machine never goes by a proxy, whatever else does not', () => {
  expect(proxyEnvironment({ HTTPS_PROXY: proxy }).NO_PROXY).toBe(own);
  expect(proxyEnvironment({ HTTPS_PROXY: proxy, NO_PROXY: '.msp.example, localhost' }).NO_PROXY).toBe(
    '.msp.example,localhost,127.0.0.1,[::1]',
  );
});

test('lower and upper case say the same, so that no library reads another one', () => {
  const told = throughProxy({ https_proxy: proxy, HTTPS_PROXY: 'http://other.example:1', no_proxy: 'intranet' });
  expect(told).toEqual({
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    HTTP_PROXY: undefined,
    http_proxy: undefined,
    NO_PROXY: `intranet,${own}`,
    no_proxy: `intranet,${own}`,
    NODE_USE_ENV_PROXY: '1',
  });
});

test('a proxy for HTTP alone is the one for HTTPS too, as Node has it', () => {
  expect(proxyEnvironment({ HTTP_PROXY: proxy })).toMatchObject({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy });
});

test('what is told once is told the same the second time', () => {
  const once = throughProxy({ HTTP_PROXY: proxy, NO_PROXY: 'intranet' });
  expect(throughProxy(once)).toEqual(once);
});
