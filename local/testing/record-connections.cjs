// For NODE_OPTIONS: notes in the file of CONNECTIONS_FILE whatever a process of Node sends past this machine: connections, datagrams
// and questions to the DNS. It changes nothing of them. The product knows nothing of it.
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const dgram = require('node:dgram');
const dns = require('node:dns');

const file = process.env.CONNECTIONS_FILE;
const isHere = (host) => /^(localhost|127\.[\d.]+|\[?::1\]?|0\.0\.0\.0|::)$/.test(String(host));
const note = (kind, host) => {
  if (!isHere(host)) appendFileSync(file, `${kind} ${host} ${process.argv[1] ?? process.title}\n`);
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function notedConnect(...given) {
  // net itself hands on its arguments in one array.
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const { path, host } =
    typeof first === 'object' ? first : { path: Number.isNaN(Number(first)) ? first : undefined, host: second };
  if (!path) note('tcp', typeof host === 'string' ? host : 'localhost');
  return connect.apply(this, given);
};

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function notedSend(...given) {
  note('udp', given.findLast((one) => typeof one === 'string') ?? 'localhost');
  return send.apply(this, given);
};

for (const resolver of [dns.Resolver, dns.promises.Resolver]) {
  for (const name of Object.getOwnPropertyNames(resolver.prototype).filter((one) => /^(resolve|reverse)/.test(one))) {
    const resolve = resolver.prototype[name];
    resolver.prototype[name] = function notedResolve(asked, ...more) {
      note('dns', asked);
      return resolve.call(this, asked, ...more);
    };
  }
}
