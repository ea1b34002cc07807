import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant, wholeNumber } from './lists.ts';
import { line } from './text.ts';

/** The largest logo that is taken, as a file. */
export const maxLogoBytes = 256 * 1024;

export const LogoType = z.enum(['image/png', 'image/svg+xml']);
export type LogoType = z.infer<typeof LogoType>;

/** A color as #rrggbb. */
export const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #0f6cbd'));
export const TimeZone = line({ max: 64 });

const Logo = z.object({ contentType: LogoType, base64: z.string() });

/** How the reports of this installation look: the provider's own name, logo and color, and their time zone. */
export const ReportSettings = z.object({
  /** Null: that of the installation's settings, else none. */
  organizationName: z.nullable(z.string()),
  /** Null: Tenantry's. */
  color: z.nullable(Color),
  /** As it is printed: an SVG without whatever could run or load anything. */
  logo: z.nullable(z.extend(Logo, { width: z.number(), height: z.number() })),
  /** IANA's name, for tenants without one of their own; null for UTC. */
  timeZone: z.nullable(z.string()),
  /** Counts the changes; 0 where nobody has changed anything. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type ReportSettings = z.infer<typeof ReportSettings>;

export const getReportSettings = defineEndpoint({
  name: 'report-settings',
  summary: "The provider's name, logo, color and time zone on reports",
  method: 'GET',
  path: '/api/settings/reports',
  access: 'admin',
  response: ReportSettings,
});

/** Beside its data in the settings, since our pages show no picture but one that has an address of ours. */
export const getReportLogo = defineEndpoint({
  name: 'report-logo',
  summary: "The provider's logo as a picture",
  method: 'GET',
  path: '/api/settings/reports/logo',
  access: 'admin',
  /** Of the settings whose logo is asked for, so that a browser shows no former one; it is not looked at. */
  query: z.object({ revision: z.optional(wholeNumber(1, 1_000_000)) }),
  files: ['image/png', 'image/svg+xml'],
});

export const changeReportSettings = defineEndpoint({
  name: 'report-settings-change',
  summary: "Change the provider's name, logo, color and time zone on reports; what is left out stays as it is",
  method: 'PUT',
  path: '/api/settings/reports',
  access: 'admin',
  body: z.object({
    /** Of the settings that were edited. Where somebody else changed them meanwhile, nothing is changed. */
    revision: z.int().check(z.minimum(0)),
    organizationName: z.optional(z.nullable(line({ max: 100 }))),
    color: z.optional(z.nullable(Color)),
    logo: z.optional(z.nullable(Logo)),
    timeZone: z.optional(z.nullable(TimeZone)),
  }),
  maxBodyBytes: 400 * 1024,
  response: ReportSettings,
});

/** The time zone of a tenant's reports: its own, else that of the installation, else UTC. */
export const ReportTimeZone = z.object({
  /** Null: that of the installation. */
  timeZone: z.nullable(z.string()),
  /** The one that holds. */
  inForce: z.string(),
});

export const getReportTimeZone = defineEndpoint({
  name: 'report-time-zone',
  summary: 'The time zone of the reports of a tenant',
  method: 'GET',
  path: '/api/tenant/{id}/report/time-zone',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: ReportTimeZone,
});

export const chooseReportTimeZone = defineEndpoint({
  name: 'report-time-zone-choose',
  summary: 'Choose the time zone of the reports of a tenant; null for that of the installation',
  method: 'PUT',
  path: '/api/tenant/{id}/report/time-zone',
  access: 'admin',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  body: z.object({ timeZone: z.nullable(TimeZone) }),
  response: ReportTimeZone,
});
