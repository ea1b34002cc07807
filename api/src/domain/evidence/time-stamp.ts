import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { Integer, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};

/** An answer of a time stamp authority that is none, or is of something else: in words. */
export class TimeStampError extends Error {
  override name = 'TimeStampError';
}

/** What a time stamp says. */
export type StampedTime = {
  at: Date;
  /** The subject of the authority's certificate. */
  authority: string;
  nonce: string | null;
  /** Whether its certificate leads to one that was said to be trusted; null where none was. */
  isTrusted: boolean | null;
};

const hashOf = (algorithm: 'sha256' | 'sha1', content: Uint8Array): Buffer =>
  createHash(algorithm).update(content).digest();
const bytesOf = (value: ArrayBuffer | Uint8Array): Buffer => Buffer.from(new Uint8Array(value));
/** Types of PKI.js ask for buffers of their own. */
const own = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** A request for a stamp over the SHA-256 of some bytes, with the authority's certificate (RFC 3161, 2.4.1). Nothing else is in it. */
export function timeStampQuery(stamped: Uint8Array): { query: Buffer; nonce: string } {
  // Positive, since the first bit is not set.
  const nonce = Buffer.concat([Buffer.from([0x41]), randomBytes(15)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
      hashedMessage: new OctetString({ valueHex: own(hashOf('sha256', stamped)) }),
    }),
    nonce: new Integer({ valueHex: own(nonce) }),
    certReq: true,
  });
  return { query: bytesOf(request.toSchema().toBER()), nonce: nonce.toString('hex') };
}

function tokenIn(response: Uint8Array): { signed: SignedData; info: TSTInfo } {
  try {
    const answer = TimeStampResp.fromBER(own(response));
    const { status } = answer.status;
    if (!answer.timeStampToken || (status !== 0 && status !== 1))
      throw new TimeStampError(`The authority refused it (status ${status}).`);
    const signed = new SignedData({ schema: answer.timeStampToken.content });
    const content = signed.encapContentInfo;
    if (content.eContentType !== oids.tstInfo || !content.eContent) throw new TimeStampError('It stamps nothing.');
    const info = content.eContent.getValue();
    // In one piece, as PKI.js verifies it: BER lets an authority write it in several.
    content.eContent = new OctetString({ valueHex: info });
    return { signed, info: TSTInfo.fromBER(info) };
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    throw new TimeStampError('It is no time stamp (RFC 3161).');
  }
}

/** The certificate that signed, which has to be the one that the stamp itself names (RFC 5035, 3) and be for time stamps alone (RFC 3161, 2.3). */
function signerOf({ certificates = [], signerInfos }: SignedData): Certificate {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? [];
  const named = attributes.find(({ type }) => type === oids.signingCertificate || type === oids.signingCertificateV2);
  const algorithm = named?.type === oids.signingCertificate ? 'sha1' : 'sha256';
  const found = certificates
    .filter((one) => one instanceof Certificate)
    .find((one) => namedHash(named?.values[0])?.equals(hashOf(algorithm, bytesOf(one.toSchema(true).toBER()))));
  if (!found) throw new TimeStampError('It does not hold the certificate that it names.');
  const usage = found.extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== oids.timeStamping)
    throw new TimeStampError('Its certificate is not one for time stamps.');
  return found;
}

/** `SigningCertificate(V2)`: certs → the first → its hash, behind the algorithm where one is named. */
function namedHash(value: unknown): Buffer | null {
  const first = value instanceof Sequence ? value.valueBlock.value[0] : null;
  const id = first instanceof Sequence ? first.valueBlock.value[0] : null;
  const hash = id instanceof Sequence ? id.valueBlock.value.find((part) => part instanceof OctetString) : null;
  return hash instanceof OctetString ? bytesOf(hash.valueBlock.valueHexView) : null;
}

async function isSignedBy(signed: SignedData, stamped: Uint8Array, trusted: Certificate[] | null, at: Date) {
  const chain = trusted === null ? {} : { checkChain: true, trustedCerts: trusted, checkDate: at };
  try {
    return await signed.verify({ signer: 0, data: own(stamped), passedWhenNotRevValues: true, ...chain });
  } catch (error) {
    // PKI.js throws what it found wrong.
    if (error instanceof Error || (typeof error === 'object' && error !== null && 'code' in error)) return false;
    throw error;
  }
}

/**
 * What a time stamp says of some bytes: that they were there at a time. Its imprint, its signature and the certificate that it names are
 * verified; revocation is not.
 * @param trusted PEM of certificates that the authority's has to lead to; null: whose it is nobody has said
 * @throws TimeStampError where it is none, or not of these bytes
 */
export async function readTimeStamp(
  response: Uint8Array,
  stamped: Uint8Array,
  trusted: string | null,
): Promise<StampedTime> {
  const { signed, info } = tokenIn(response);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isOfThese =
    hashAlgorithm.algorithmId === oids.sha256 &&
    bytesOf(hashedMessage.valueBlock.valueHexView).equals(hashOf('sha256', stamped));
  if (!isOfThese) throw new TimeStampError('It stamps something else.');
  const signer = signerOf(signed);
  if (!(await isSignedBy(signed, stamped, null, info.genTime)))
    throw new TimeStampError('Its signature does not hold.');
  const authorities = trusted === null ? null : certificatesIn(trusted);
  return {
    at: info.genTime,
    authority: new X509Certificate(bytesOf(signer.toSchema(true).toBER())).subject.replaceAll('\n', ', '),
    nonce: info.nonce ? bytesOf(info.nonce.valueBlock.valueHexView).toString('hex') : null,
    isTrusted: authorities === null ? null : await isSignedBy(signed, stamped, authorities, info.genTime),
  };
}

/** The certificates of a PEM text. @throws TimeStampError where it holds none */
export function certificatesIn(pem: string): Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new TimeStampError('The file of trusted authorities holds no certificate.');
  try {
    return blocks.map((block) => Certificate.fromBER(own(new X509Certificate(block).raw)));
  } catch (error) {
    throw new TimeStampError(`The file of trusted authorities cannot be read: ${error}.`);
  }
}
