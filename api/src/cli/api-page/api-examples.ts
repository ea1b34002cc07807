/**
 * The examples of docs/api.md. A test runs each as it stands against a stack (e2e/api-tokens.spec.ts), with TENANTRY, TOKEN and TENANT
 * set, and looks for what it is to answer.
 */
export const apiExamples: readonly { says: string; shell: string; answers: RegExp }[] = [
  {
    says: 'What the token is, and what it may do now:',
    shell: 'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" "$TENANTRY/api/token"',
    answers: /"effectiveRole":"\w+"/,
  },
  {
    says: 'The tenants that it reaches:',
    shell: 'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" "$TENANTRY/api/tenants"',
    answers: /"tenants":\[\{"id":"[0-9a-f-]{36}"/,
  },
  {
    says: 'Open critical findings of all of them, five on a page; `nextCursor` of the answer, handed back as `cursor`, is the next page:',
    shell:
      'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" \\\n  "$TENANTRY/api/graph/findings?status=unresolved&severity=critical&limit=5"',
    answers: /"items":\[.*"total":\d+/,
  },
  {
    says: 'The same of one tenant, which a header names:',
    shell:
      'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" -H "X-Tenant-Id: $TENANT" \\\n  "$TENANTRY/api/graph/findings?status=unresolved&severity=critical"',
    answers: /"items":\[.*"total":\d+/,
  },
  {
    says: 'Its findings as a CSV file:',
    shell:
      'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" \\\n  "$TENANTRY/api/tenant/$TENANT/findings/download?format=csv"',
    answers: /"Tenant",.*"Severity","Finding"/,
  },
  {
    says: 'Critical changes of all tenants:',
    shell: 'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" "$TENANTRY/api/admin/changes?gravity=critical"',
    answers: /"items":\[/,
  },
  {
    says: 'A scan of a tenant; 202 with a `scanLogId` while it runs, whose progress is `GET /api/scan/{scanLogId}`:',
    shell:
      'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" -H "Content-Type: application/json" \\\n  -d "{\\"tenant_id\\": \\"$TENANT\\"}" "$TENANTRY/api/scan"',
    answers: /"scanLogId":"/,
  },
  {
    says: 'A request that an administrator decides on; `key` makes it one request, however often it is sent:',
    shell:
      'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" -H "Content-Type: application/json" \\\n  -d "{\\"type\\": \\"system_change\\", \\"tenantId\\": \\"$TENANT\\", \\"title\\": \\"Move the mailboxes\\",\n       \\"reason\\": \\"The customer asked for it\\", \\"key\\": \\"5b1d6a52-7d0c-4d7e-9f3a-2f6c1e0b9a11\\"}" \\\n  "$TENANTRY/api/approvals"',
    answers: /"status":"pending".*/,
  },
  {
    says: 'The API in a form that tools read, with the calls that are open to tokens marked by `x-token`:',
    shell: 'curl -sS --fail-with-body -H "X-Tenantry-Token: $TOKEN" "$TENANTRY/api/openapi.json"',
    answers: /"openapi":"3\.1\.0".*"x-token":"read"/,
  },
  {
    says: 'What a token cannot do answers 403 with the code `CLOSED_TO_TOKENS`:',
    shell: 'curl -sS -H "X-Tenantry-Token: $TOKEN" "$TENANTRY/api/admin/users"',
    answers: /"code":"CLOSED_TO_TOKENS"/,
  },
  {
    says: 'And a token in an address is refused with 400, whoever sends it:',
    shell: 'curl -sS "$TENANTRY/api/tenants?token=$TOKEN"',
    answers: /"code":"BAD_REQUEST"/,
  },
];
