import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeMessage, recordTypeNumbers, type WireType } from '../../api/src/adapters/dns/dns-message.ts';
import { answerTo, nameBytes, questionOf } from '../../api/src/adapters/dns/testing/dns-server.ts';
import type { SimulatedCloud } from '../../simulator/src/simulated-cloud.ts';

type Dns = SimulatedCloud['dns'];

const short = (value: number): number[] => [value >> 8, value & 0xff];
const hex = (digits: string): number[] => [...Buffer.from(digits, 'hex')];

/** The sixteen octets of an IPv6 address in text (RFC 4291, 2.2). */
function octetsOfIpv6(address: string): number[] {
  const [left = '', right] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groups(left), groups(right ?? '')];
  const zeros = Array<string>(right === undefined ? 0 : 8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].flatMap((group) => short(Number.parseInt(group, 16)));
}

/** A dot alone is the root, which is how a null MX says that there is no mail (RFC 7505). */
const wireName = (name: string): number[] => (name === '.' ? [0] : nameBytes(name));

/** The data of a record as it is sent (RFC 1035, 3.3; 3596; 4034; 6698). */
function dataOf(type: WireType, value: unknown): number[] {
  const fields = Object(value) as Record<string, unknown>;
  switch (type) {
    case 'A':
      return String(value).split('.').map(Number);
    case 'AAAA':
      return octetsOfIpv6(String(value));
    case 'TXT':
      return (value as string[]).flatMap((text) => [Buffer.byteLength(text), ...Buffer.from(text)]);
    case 'MX':
      return [...short(Number(fields.priority)), ...wireName(String(fields.exchange))];
    case 'TLSA':
      return [Number(fields.certUsage), Number(fields.selector), Number(fields.match), ...hex(String(fields.data))];
    case 'DS':
      return hex(String(value));
    default:
      return nameBytes(String(value));
  }
}

const isWireType = (type: string): type is WireType => Object.hasOwn(recordTypeNumbers, type);

async function answerOf(dns: Dns, question: Uint8Array): Promise<Uint8Array> {
  // As a question it lacks the one bit that makes it an answer.
  const asked = decodeMessage(Uint8Array.from(question, (octet, at) => (at === 2 ? octet | 0x80 : octet)))?.question;
  const type = Object.keys(recordTypeNumbers).find(
    (name) => isWireType(name) && recordTypeNumbers[name] === asked?.type,
  );
  if (!asked || type === undefined || !isWireType(type)) return answerTo(question, { responseCode: 4 });
  const { status, values, authentic } = await dns.resolve(asked.name, type);
  if (status === 'servfail' || status === 'timeout') return answerTo(question, { responseCode: 2 });
  if (status === 'nxdomain') return answerTo(question, { responseCode: 3, authentic });
  const records = values.map((value) => ({
    name: asked.name,
    type: recordTypeNumbers[type],
    data: dataOf(type, value),
  }));
  return answerTo(question, { records, authentic });
}

/** DNS over HTTPS (RFC 8484) with the zones of a simulated cloud. */
export async function answerDoh(dns: Dns, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerOf(dns, questionOf(request));
  response.writeHead(200, { 'content-type': 'application/dns-message' }).end(answer);
}
