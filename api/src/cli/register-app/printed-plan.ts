import { join } from 'node:path';
import type { FarEnd } from '../microsoft.ts';
import { applicationBody, applicationTag } from './application-body.ts';
import { type AskedPermission, askedPermissions } from './asked-permissions.ts';
import { consentAddressOf } from './consent-address.ts';
import { keyFileName } from './key-file.ts';
import { knownPermissionId } from './permission-ids.ts';
import { type RegisterArguments, usualName } from './register-arguments.ts';

const width = 100;

/** Words in lines of a readable length, each after the indent. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

function permissionLines(title: string, permissions: readonly AskedPermission[]): string[] {
  if (permissions.length === 0) return [];
  const longest = Math.max(...permissions.map(({ name }) => name.length));
  return [
    `  ${title}`,
    ...permissions.map(({ name, purpose }) => `    ${name.padEnd(longest)}  ${wrapped(purpose, longest + 6)}`),
  ];
}

function permissionsPart(permissions: readonly AskedPermission[]): string[] {
  const writing = permissions.filter(({ name }) => name.includes('Write'));
  const rest = permissions.filter((one) => !writing.includes(one));
  return [
    writing.length === 0
      ? 'Permissions of Microsoft Graph: all of them only read'
      : 'Permissions of Microsoft Graph: all but one only read',
    ...permissionLines(
      'of the application',
      rest.filter(({ kind }) => kind === 'Role'),
    ),
    ...permissionLines(
      'delegated: on behalf of an account',
      rest.filter(({ kind }) => kind === 'Scope'),
    ),
    ...permissionLines('of the application, to write, for --with-tenant-configuration', writing),
  ];
}

/** Stands for what is not known before somebody looks or makes it. */
const lookUp = ({ name, kind }: AskedPermission): string =>
  `<id of ${name} in ${kind === 'Role' ? 'appRoles' : 'oauth2PermissionScopes'}>`;

function handCalls(asked: RegisterArguments, { cloud }: FarEnd, permissions: readonly AskedPermission[]): string[] {
  const graph = `${cloud.graphOrigin}/v1.0`;
  const access = permissions.map((one) => ({ id: knownPermissionId(one) ?? lookUp(one), type: one.kind }));
  const unknown = permissions.filter((one) => knownPermissionId(one) === null);
  const key = {
    type: 'AsymmetricX509Cert',
    usage: 'Verify',
    displayName: `CN=${usualName}`,
    key: '<certificate.b64, in one line>',
  };
  const lookingUp = [
    `Look up in the directory what stands in <> for ${unknown.map(({ name }) => name).join(', ')}:`,
    `GET ${graph}/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')?$select=appRoles,oauth2PermissionScopes`,
    '',
  ];
  return [
    'The same by hand, with Application.ReadWrite.All (Graph Explorer, or az rest)',
    '',
    `openssl req -x509 -newkey rsa:3072 -sha256 -nodes -days ${asked.validDays} -subj "/CN=${usualName}" -keyout key.pem -out certificate.pem`,
    'openssl x509 -in certificate.pem -outform der | openssl base64 -A > certificate.b64',
    `cat key.pem certificate.pem > ${keyFileName}`,
    '',
    ...(unknown.length > 0 ? lookingUp : []),
    `POST ${graph}/applications`,
    JSON.stringify(applicationBody(asked.app, access, [key]), null, 2),
    '',
    `POST ${graph}/servicePrincipals`,
    JSON.stringify({ appId: '<appId in the answer>' }, null, 2),
    '',
    'Then give consent:',
    consentAddressOf({ ...asked.app, cloud, tenant: asked.tenant, clientId: '<appId>' }),
  ];
}

/** What `--apply` would do, for reading and for doing by hand. */
export function printedPlan(asked: RegisterArguments, farEnd: FarEnd): string {
  const { app, out, tenant, validDays } = asked;
  const permissions = askedPermissions(app, farEnd.cloud.name);
  const lines = [
    `The app registration that --apply would make in ${tenant}. Nothing was changed, and nobody was asked.`,
    '',
    'Application',
    `  Display name        ${app.name ?? usualName}`,
    `  Supported accounts  ${app.isMultiTenant ? 'any organization’s directory (multi-tenant)' : 'this directory alone'}`,
    ...app.redirectUris.map((uri) => `  Web redirect URI    ${uri}`),
    `  Public client       ${app.isPublicClient ? 'yes: people sign in through it, by device code or browser' : 'no'}`,
    `  Tag                 ${applicationTag} (by which a later run finds it)`,
    '',
    ...permissionsPart(permissions),
    '',
    'Certificate, made on this machine',
    `  RSA 3072, SHA-256, valid for ${validDays} days`,
    `  ${join(out, keyFileName)}: private key and certificate, for your user alone. The key is never sent.`,
    '',
    ...handCalls(asked, farEnd, permissions),
  ];
  return `${lines.join('\n')}\n`;
}
