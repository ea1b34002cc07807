import { scriptHostsOf } from '../adapters/graph/script-hosts.ts';

/** Where the scripts of remedies go: the product connects tenants of the commercial cloud alone. */
export const scriptHosts = scriptHostsOf('commercial');
