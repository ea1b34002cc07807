import type { SignInDetail } from '../../adapters/entra/sign-in-failure.ts';
import type { Environment } from './settings.ts';

/** What is wrong, and what to do about it. */
export type Words = { what: string; whatToDo: string };

const interceptedCodes =
  /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED|CERT_HAS_EXPIRED|ALTNAME|CERT_NOT_YET/;

/** Host and port of the proxy for https; its name and password, if it has some, are nobody's business. */
function proxyOf(env: Environment): string | null {
  const text = env.HTTPS_PROXY || env.https_proxy;
  if (!text) return null;
  return URL.parse(text)?.host || 'of HTTPS_PROXY';
}

function byStatus(status: number, host: string): Words | null {
  if (status === 429) {
    return {
      what: `${host} is throttling sign-ins (429), and still did so after several tries.`,
      whatToDo: 'Wait some minutes and run the command again.',
    };
  }
  if (status === 0) return null;
  return {
    what: `${host} is in trouble: it answered ${status}, and still did so after several tries.`,
    whatToDo: 'Run the command again later. https://status.cloud.microsoft says how Microsoft’s services are.',
  };
}

/** Why nobody could be reached, by what the network said. */
export function unreachableWords({ failure, host = 'The sign-in host' }: SignInDetail, env: Environment): Words {
  const { status = 0, code = '', message = '' } = failure ?? {};
  const proxy = proxyOf(env);
  const answered = byStatus(status, host);
  if (answered) return answered;
  if (/\b407\b/.test(message)) {
    return {
      what: `The proxy ${proxy ?? ''} asks for a name and password (407).`.replace('  ', ' '),
      whatToDo: 'Put them into HTTPS_PROXY: http://NAME:PASSWORD@HOST:PORT, with special characters percent-encoded.',
    };
  }
  if (interceptedCodes.test(code)) {
    return {
      what: `The certificate of ${host} is not trusted (${code}): something on the way opens TLS, such as a proxy of your company.`,
      whatToDo:
        'Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority. Also check the clock of this machine.',
    };
  }
  if (proxy !== null && /Proxy response|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|TIMEOUT|UND_ERR/.test(`${code} ${message}`)) {
    return {
      what: `${host} cannot be reached by the proxy ${proxy} (${code || message}).`,
      whatToDo: `Check HTTPS_PROXY, and that the proxy allows ${host}:443. NO_PROXY lists hosts that go without it.`,
    };
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) {
    return {
      what: `The name ${host} cannot be resolved (${code}).`,
      whatToDo: 'Check the network and its DNS. Behind a proxy, set HTTPS_PROXY.',
    };
  }
  if (code === 'TimeoutError') {
    return {
      what: `${host} did not answer within 30 seconds.`,
      whatToDo: 'Check the network, and that a firewall allows it.',
    };
  }
  return {
    what: `${host} cannot be reached (${code || 'no answer'}).`,
    whatToDo: `Check the network, and that a firewall allows ${host}:443. Behind a proxy, set HTTPS_PROXY.`,
  };
}
