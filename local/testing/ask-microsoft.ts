import { publicResolver } from '../../api/src/adapters/dns/public-resolver.ts';
import { createAppTokens } from '../../api/src/adapters/graph/app-tokens.ts';
import { createGraphClient } from '../../api/src/adapters/graph/graph-client.ts';
import { reachMicrosoft } from '../../api/src/adapters/graph/reach-microsoft.ts';
import { defaultRetry } from '../../api/src/adapters/graph/retry.ts';
import { microsoftItself } from '../../api/src/adapters/graph/upstream.ts';

/**
 * The product's own adapters in a process of their own, since Node reads proxy and authorities when it starts. Each argument is one
 * thing to ask; one line of JSON says what came of them.
 */
const [tenantId = '', domain = ''] = process.argv.slice(2);
const reach = reachMicrosoft(microsoftItself);
const dns = publicResolver();
const stated = (error: unknown) => {
  const { message, cause } = error as Error;
  return { error: message, cause: cause instanceof Error ? `${cause.name} ${cause.message}` : null };
};

async function organization(): Promise<unknown> {
  const app = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'any' };
  const tokens = createAppTokens(tenantId, app, microsoftItself);
  return createGraphClient({ tokens, upstream: microsoftItself, retry: { ...defaultRetry, maxAttempts: 1 } }).get(
    '/v1.0/organization?$select=id',
  );
}

async function elsewhere(): Promise<number> {
  return (await fetch('https://telemetry.example/collect')).status;
}

const said = {
  login: await reach.login().then(() => 'reached', stated),
  graph: await reach.graph().then(() => 'reached', stated),
  organization: await organization().catch(stated),
  mx: await dns.resolve(domain, 'MX'),
  txt: await dns.resolve(domain, 'TXT'),
  policyHost: await dns.resolve(`mta-sts.${domain}`, 'A'),
  absent: await dns.resolve(`nothing.${domain}`, 'A'),
  elsewhere: await elsewhere().catch(stated),
};
process.stdout.write(JSON.stringify(said));
