import { html, type Markup, pageResponse } from './html.ts';

/** The administrator's question: what the application asks for, and Accept or Cancel. */
export function consentPage(app: string, organization: string, permissions: string[], fields: Markup[]): Response {
  const items = permissions.map((permission) => html`<li>${permission}</li>`);
  return pageResponse(
    'Permissions requested',
    html`<p><strong>${app}</strong> asks for these permissions for all of <strong>${organization}</strong>:</p>
<ul class="plain">${items}</ul>
<form method="post">${fields}
<button class="primary" name="consent" value="accept">Accept</button>
<button name="consent" value="cancel">Cancel</button>
</form>`,
  );
}

/** What somebody sees who may not consent. */
export function approvalPage(app: string, organization: string, fields: Markup[]): Response {
  return pageResponse(
    'Need admin approval',
    html`<p><strong>${app}</strong> needs permission to access resources in ${organization} that only an administrator can grant.</p>
<form method="post">${fields}
<button name="consent" value="request">Request approval</button>
<button class="primary" name="consent" value="decline">Return to the application without granting consent</button>
</form>`,
  );
}
