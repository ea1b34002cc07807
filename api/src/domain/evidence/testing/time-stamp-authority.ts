import { createHash, X509Certificate } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString, PrintableString, Sequence } from 'asn1js';
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const raw = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

async function certificate(
  subject: string,
  issuer: { name: string; key: CryptoKey } | null,
  extensions: Extension[],
): Promise<{ certificate: Certificate; keys: CryptoKeyPair }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = new Certificate();
  made.version = 2;
  made.serialNumber = new Integer({ value: Math.floor(Math.random() * 1e6) + 1 });
  const named = (value: string) =>
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value }) });
  made.subject.typesAndValues.push(named(subject));
  made.issuer.typesAndValues.push(named(issuer?.name ?? subject));
  made.notBefore.value = new Date(Date.now() - 86_400_000);
  made.notAfter.value = new Date(Date.now() + 86_400_000);
  made.extensions = extensions;
  await made.subjectPublicKeyInfo.importKey(keys.publicKey);
  await made.sign(issuer?.key ?? keys.privateKey, 'SHA-256');
  return { certificate: made, keys };
}

const derOf = (one: Certificate) => Buffer.from(one.toSchema(true).toBER());

function signedAttributes(info: ArrayBuffer, signer: Certificate): SignedAndUnsignedAttributes {
  const digest = createHash('sha256').update(Buffer.from(info)).digest();
  const certHash = createHash('sha256').update(derOf(signer)).digest();
  const named = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [new OctetString({ valueHex: raw(certHash) })] })] })],
  });
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({
        type: '1.2.840.113549.1.9.3',
        values: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })],
      }),
      new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: raw(digest) })] }),
      new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [named] }),
    ],
  });
}

/** A time stamp authority (RFC 3161) with a root of its own, as far as answers go: tests play it. */
export async function timeStampAuthority({ purpose = '1.3.6.1.5.5.7.3.8' }: { purpose?: string } = {}) {
  const ca = new BasicConstraints({ cA: true });
  const root = await certificate('Test root', null, [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: ca.toSchema().toBER(), parsedValue: ca }),
  ]);
  const usage = new ExtKeyUsage({ keyPurposes: [purpose] });
  const own = await certificate('Test authority', { name: 'Test root', key: root.keys.privateKey }, [
    new Extension({ extnID: '2.5.29.37', critical: true, extnValue: usage.toSchema().toBER(), parsedValue: usage }),
  ]);

  async function answer(query: Uint8Array): Promise<Buffer> {
    const { messageImprint, nonce } = TimeStampReq.fromBER(raw(query));
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      messageImprint,
      serialNumber: new Integer({ value: 7 }),
      genTime: new Date(),
      ...(nonce ? { nonce } : {}),
    })
      .toSchema()
      .toBER();
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: '1.2.840.113549.1.9.16.1.4',
        eContent: new OctetString({ valueHex: info }),
      }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: own.certificate.issuer,
            serialNumber: own.certificate.serialNumber,
          }),
          signedAttrs: signedAttributes(info, own.certificate),
        }),
      ],
      certificates: [own.certificate],
    });
    await signed.sign(own.keys.privateKey, 0, 'SHA-256');
    const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
    const response = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token });
    return Buffer.from(response.toSchema().toBER());
  }

  return {
    rootPem: new X509Certificate(derOf(root.certificate)).toString(),
    answer,
    refusal: () => Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER()),
  };
}
