// The network of Azure for one process: a connection to a name of AZURE_DOUBLES goes to a port of this machine, and no other
// name is found. The certificate is verified for the name that was asked for. The product knows nothing of it.
const dns = require('node:dns');
const tls = require('node:tls');

const ports = JSON.parse(process.env.AZURE_DOUBLES);
const { connect } = tls;
const { lookup } = dns;

tls.connect = function connectToDouble(...given) {
  const [options, ...more] = given;
  const port = ports[options.host];
  if (port === undefined) return connect.apply(this, given);
  return connect.call(this, { ...options, host: '127.0.0.1', port, servername: options.host }, ...more);
};

dns.lookup = function lookUpHere(name, ...more) {
  if (['localhost', '127.0.0.1'].includes(name)) return lookup.call(this, name, ...more);
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name });
  return process.nextTick(more.at(-1), error);
};
