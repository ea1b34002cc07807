import { type Manifest, packFiles } from '../../domain/evidence/manifest.ts';

type Head = Pick<
  Manifest,
  'tenant' | 'framework' | 'audit' | 'snapshot' | 'catalogue' | 'tool' | 'madeAt' | 'madeBy' | 'installation'
>;

const snapshotWords = {
  redacted:
    'redacted. Names, addresses and ids of the organization are stand-ins in every file but this one, the page and the manifest, which name the\n  organization itself, and who of it accepted a risk. The provider stands for its staff, and why it accepted a risk is not told. The verdicts are those of the original data; the stand-ins of two packs are not the same.',
  whole: 'whole, as it was read. It names accounts, groups, applications and addresses of the organization.',
} as const;

/** Which code judged, as it can be fetched again. */
export const toolText = ({ name, version, commit }: Manifest['tool']): string =>
  `${name} ${version}, ${commit === null ? 'of no commit that it knows' : `commit ${commit}`}`;

const toolLine = '\n  evaluate.mjs      the tool that judged, in one file: it judges snapshot.json again';

/** What a pack is and how to verify it, for whoever opens it first. */
export function packReadme(
  { tenant, framework, audit, snapshot, catalogue, tool, madeAt, madeBy, installation }: Head,
  hasTool: boolean,
): string {
  return `EVIDENCE PACK
${tenant.name}
${framework.name}

Judged:       ${audit.judgedAt}${audit.isSimulated ? ' (SIMULATED DATA: this is no real organization)' : ''}
Made:         ${madeAt} by ${madeBy}
Signed by:    ${installation.name}, ${installation.address}
Tool:         ${toolText(tool)}
Catalog:      ${catalogue.checks} checks, sha256 ${catalogue.sha256}
Snapshot:     ${snapshotWords[snapshot]}

FILES
  evidence.html     the controls to read, without a script
  controls.json     the controls with status, checks, evidence, dates, data sources and accepted risks
  controls.csv      the same for a spreadsheet
  verdicts.json     the verdict of every check, as the installation judged
  snapshot.json     what the verdicts were made of${hasTool ? toolLine : ''}
  public-key.jwk    the public key of the signature; public-key.pem is the same key for openssl
  ${packFiles.manifest}     hash and size of each of these files, and what is said above
  ${packFiles.signature}      the detached signature of ${packFiles.manifest} (ES256; RFC 7515 appendix F, RFC 7797)
  ${packFiles.timeStamp}      an RFC 3161 time stamp of ${packFiles.signature}, where the installation has an authority for it; with a signature of its own

VERIFY
  npm run verify-evidence -- THIS_FILE --installation ${installation.address}
It says whether the pack is whole, by whom it was signed, and judges the snapshot again. Run it on the zip as you got it. The key in this
pack proves nothing by itself: compare its thumbprint with ${installation.keysAt}, or with what you were told another way.
To judge the snapshot by itself, after the pack was verified:
  ${hasTool ? 'node evaluate.mjs --snapshot snapshot.json        (Node 20 or newer), or with the source of the commit above:' : 'with the source of the commit above:'}
  npm run -s evaluate -- --snapshot snapshot.json
docs/evidence.md of the tool says how to verify with openssl alone.

WHAT IS NOT IN IT
  - Controls about people, paper and processes: the tool reads settings. Each such control says "Not assessed" and why.
  - What could not be read: a check without its data says so, and is never counted as met.
  - The log of who changed what in the organization, where the snapshot is redacted.
  - What happened before or after the moment of the scan.
  - Proof that Microsoft's answers were kept as they came: the signature is of the installation, and says that it judged this data so.
`;
}
