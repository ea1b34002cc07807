import {
  type DnsAnswer,
  type DnsRecordType,
  type DnsResolver,
  type DnsValue,
  dnsAnswerLimits,
} from '../../ports/dns.ts';
import { decodeMessage, encodeQuestion, recordTypeNumbers } from './dns-message.ts';
import { answerOf } from './record-values.ts';

export type DohOptions = {
  /** Where to send questions, e.g. https://cloudflare-dns.com/dns-query. */
  url: string;
  timeoutMs: number;
};

const mediaType = 'application/dns-message';

/** `unreachable`: the resolver itself did not answer, so that another one may know. */
export interface DohResolver extends DnsResolver {
  resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>> & { unreachable?: boolean }>;
}

/** DNS over HTTPS (RFC 8484) by GET. What goes wrong on the way is servfail or timeout, never an empty answer. */
export function dohResolver({ url, timeoutMs }: DohOptions): DohResolver {
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T) {
      const question = encodeQuestion(name, type);
      // No such name can be in the DNS.
      if (question === null) return { status: 'nxdomain' } as const;
      const bytes = await ask(url, question, timeoutMs);
      if (!(bytes instanceof Uint8Array)) return { ...bytes, unreachable: true };
      const message = decodeMessage(bytes);
      const asked = message?.question;
      if (message === null || asked?.type !== recordTypeNumbers[type] || asked.name !== name.toLowerCase())
        return { status: 'servfail', unreachable: true } as const;
      // answerOf builds the values of the type that was asked for.
      return answerOf(message, name, type) as DnsAnswer<DnsValue<T>>;
    },
  };
}

async function ask(
  url: string,
  question: Uint8Array,
  timeoutMs: number,
): Promise<Uint8Array | { status: 'timeout' | 'servfail' }> {
  const target = new URL(url);
  target.searchParams.set('dns', Buffer.from(question).toString('base64url'));
  try {
    const response = await fetch(target, {
      headers: { accept: mediaType },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isAnswer = response.ok && response.headers.get('content-type')?.toLowerCase().startsWith(mediaType) === true;
    if (!isAnswer) {
      await response.body?.cancel();
      return { status: 'servfail' };
    }
    return (await readBounded(response)) ?? { status: 'servfail' };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return { status: 'timeout' };
    if (error instanceof TypeError) return { status: 'servfail' };
    throw error;
  }
}

async function readBounded(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > dnsAnswerLimits.octets) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
